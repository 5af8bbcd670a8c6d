import { Annotations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type FunctionSizes, taskSizeKey } from '#billing/settings';
import { ServiceFunction, ServiceTask } from '../function/index.ts';
import type { Pipeline } from '../pipeline/index.ts';
import { LOCAL_STAGE, type Settings } from '../settings/index.ts';
import type { Storage } from '../storage/index.ts';
import { withGpuPrice } from './gpu-prices.ts';
import { describePrices, readPrices } from './prices.ts';

export interface LedgerProps {
  storage: Storage;
  pipeline: Pipeline;
  settings: Settings;
}

/** Allows the functions and tasks in a stack to write ledger rows with the prices of the deployment, and enables job audits. */
export function connectLedger(stack: Construct, { storage, pipeline, settings }: LedgerProps): void {
  const all = stack.node.findAll();
  const tasks = all.filter((construct) => construct instanceof ServiceTask);
  const functions = [...all.filter((construct) => construct instanceof ServiceFunction), ...tasks];
  const list = withGpuPrice(readPrices(settings), settings.gpu);
  const prices = JSON.stringify(list);
  if (settings.stage !== LOCAL_STAGE) Annotations.of(stack).addInfoV2('avatar:prices', describePrices(list));
  for (const one of functions) {
    storage.ledger.bind(one, ['PutItem', 'UpdateItem']);
    one.set({
      STAGE: settings.stage,
      PRICES: prices,
      RETENTION_DAYS: String(settings.retentionDays),
      ARCHITECTURE: one.size.architecture,
      EPHEMERAL_STORAGE: String(one.size.storage),
    });
  }
  for (const task of tasks) {
    const { architecture: _, storage: __, ...size } = task.size;
    task.set({ TASK_SIZE: JSON.stringify(size) });
  }
  const sizes = JSON.stringify(sizesOf(functions));
  for (const auditor of [pipeline.jobFunctions.finalize, pipeline.jobFunctions.sweep]) {
    storage.ledger.bind(auditor, [], { query: ['by-job'] });
    pipeline.machine.bindExecutions(auditor, 'states:GetExecutionHistory');
    auditor.set({ FUNCTION_SIZES: sizes });
  }
}

/** Returns sizes by step. For a task, the step is `render-task`. */
const sizesOf = (users: readonly (ServiceFunction | ServiceTask)[]): FunctionSizes =>
  Object.fromEntries(
    users.map((user) => {
      const { architecture: _, ...size } = user.size;
      return [user instanceof ServiceTask ? taskSizeKey(user.name) : user.name, size];
    }),
  );
