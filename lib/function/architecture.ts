import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { CpuArchitecture } from 'aws-cdk-lib/aws-ecs';
import { Architecture } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { ARCHITECTURES, DEFAULT_ARCHITECTURE, type ServiceArchitecture } from '../settings/index.ts';

/** Names of a CPU architecture in various services. */
export interface ProcessorNames {
  lambda: Architecture;
  ecs: CpuArchitecture;
  /** Image platform. */
  platform: Platform;
  /** Name in the price list. */
  ledger: 'arm64' | 'x86';
}

export const PROCESSORS: Readonly<Record<ServiceArchitecture, ProcessorNames>> = {
  arm64: {
    lambda: Architecture.ARM_64,
    ecs: CpuArchitecture.ARM64,
    platform: Platform.LINUX_ARM64,
    ledger: 'arm64',
  },
  x86_64: {
    lambda: Architecture.X86_64,
    ecs: CpuArchitecture.X86_64,
    platform: Platform.LINUX_AMD64,
    ledger: 'x86',
  },
};

const KEY = 'architecture';

/** Returns the CPU architecture for everything in a construct: the `architecture` setting, or its default. */
export function processorOf(scope: Construct): ProcessorNames {
  const given: unknown = scope.node.tryGetContext(KEY);
  return PROCESSORS[ARCHITECTURES.find((one) => one === given) ?? DEFAULT_ARCHITECTURE];
}
