import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LocalService } from '../gateway/index.ts';
import { compileMachine } from './compile.ts';
import { parseDefinition } from './definition.ts';
import type { StatusEvent } from './event.ts';
import { Executions, type StateMachine } from './executions.ts';
import { startStatusPublisher } from './publisher.ts';
import type { BeforeTask, TaskServices } from './run.ts';
import { createStepFunctionsService } from './service.ts';
import { Store } from './store.ts';
import { TaskTokens } from './tokens.ts';

export interface MachineDefinition {
  readonly arn: string;
  readonly name: string;
  readonly roleArn: string;
  /** Definition in Amazon States Language, as JSON. */
  readonly definition: string;
}

export interface StepFunctionsOptions {
  readonly dir: string;
  readonly machines: readonly MachineDefinition[];
  /** Returns the services that a machine's tasks use to call functions and start containers. */
  readonly servicesOf: (machineName: string) => TaskServices;
  /** Accepts a status event for delivery. It is retried until it succeeds. */
  readonly publish: (event: StatusEvent) => unknown;
  readonly beforeTask?: BeforeTask;
  /** Retry delays are divided by this factor. */
  readonly timeScale?: number;
  readonly onFault?: (error: unknown) => void;
}

export interface StepFunctions {
  readonly service: LocalService;
  /** Stops the service. Running executions continue from their current state at the next start. */
  stop(): Promise<void>;
}

/**
 * Step Functions on one machine, with standard JSONPath workflows whose tasks are functions and containers. Executions survive a crash by
 * entering the current state again.
 * @throws {DefinitionError} if something is unsupported. The error names it.
 */
export function startStepFunctions({ dir, machines, servicesOf, publish, ...options }: StepFunctionsOptions): StepFunctions {
  const { timeScale = 1, beforeTask, onFault = () => {} } = options;
  const compiled = machines.map(({ definition, ...machine }): [string, StateMachine] => [
    machine.arn,
    { ...machine, machine: compileMachine(parseDefinition(definition, machine.name), machine.name) },
  ]);
  mkdirSync(dir, { recursive: true });
  const store = new Store(join(dir, 'executions.sqlite'));
  const publisher = startStatusPublisher(store, publish, onFault);
  const byArn = new Map(compiled);
  const tokens = new TaskTokens();
  const executions = new Executions({
    store,
    machines: byArn,
    servicesOf,
    tokens,
    ...(beforeTask && { beforeTask }),
    timeScale,
    onChange: publisher.wake,
    onFault,
  });
  return {
    service: createStepFunctionsService({ store, executions, machines: byArn, tokens }),
    async stop() {
      await executions.suspend();
      await publisher.stop();
      store.close();
    },
  };
}
