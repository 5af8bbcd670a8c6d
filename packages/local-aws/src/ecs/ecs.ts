import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dropAfter, type Faults, failureOf } from '../faults/index.ts';
import { type Place, ServiceError } from '../gateway/index.ts';
import type { LogLine } from '../lambda/index.ts';
import { openLog } from '../log.ts';
import { Container } from './container.ts';
import type { Task, TaskDefinition } from './definition.ts';
import { createTaskStoppedEvent } from './event.ts';

/** Maximum number of concurrent tasks. This is a limit of the local service, not of ECS. */
const MAX_TASKS = 8;

export interface EcsOptions {
  readonly dir: string;
  readonly place: Place;
  readonly definitions: readonly TaskDefinition[];
  /** URL of the gateway. */
  readonly endpoint: string;
  /** Secret access key by family. */
  readonly secretOf: (family: string) => string;
  readonly publish: (event: ReturnType<typeof createTaskStoppedEvent>) => unknown;
  readonly takeFault?: Faults['takeFault'];
  readonly onLog?: (line: LogLine) => void;
  readonly onFault?: (error: unknown) => void;
}

export interface Ecs {
  /**
   * Starts a task with additional environment variables.
   * @throws {ServiceError} for an unknown definition, or if too many tasks are running
   */
  run(family: string, clusterArn: string, overrides: Readonly<Record<string, string>>): Promise<Task>;
  find(family: string): TaskDefinition | undefined;
  stop(): Promise<void>;
}

/** ECS on one machine. Each task is a process with its container's program, environment variables, and permissions. */
export function startEcs(options: EcsOptions): Ecs {
  const { dir, place, publish, onLog, onFault = () => {} } = options;
  const definitions = new Map(options.definitions.map((definition) => [definition.family, definition]));
  const logs = new Map([...definitions.keys()].map((family) => [family, openLog(join(dir, 'logs'), family)]));
  const running = new Map<Container, Promise<void>>();
  let stopping = false;

  const environmentOf = ({ family, image, variables }: TaskDefinition) => ({
    ...variables,
    AWS_ACCESS_KEY_ID: family,
    AWS_SECRET_ACCESS_KEY: options.secretOf(family),
    AWS_REGION: place.region,
    AWS_DEFAULT_REGION: place.region,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: options.endpoint,
    AWS_EXECUTION_ENV: 'AWS_ECS_FARGATE',
    LANG: 'en_US.UTF-8',
    // Tasks share a shader cache, because compiling shaders takes several seconds on a small machine.
    MESA_SHADER_CACHE_DIR: join(dir, 'shaders'),
    NODE_COMPILE_CACHE: join(dir, 'compiled'),
    // Locally, an image's programs are in its `bin` folder.
    PATH: join(image, 'bin'),
    TZ: 'UTC',
  });

  function launch(definition: TaskDefinition, clusterArn: string, overrides: Task['overrides']) {
    if (stopping || running.size >= MAX_TASKS)
      throw new ServiceError('AmazonECSException', 'Capacity is unavailable at this time. Please try again later');
    const id = randomUUID().replaceAll('-', '');
    const arn = clusterArn.replace(':cluster/', ':task/').concat(`/${id}`);
    const task: Task = { arn, definition, clusterArn, overrides, startedAt: Date.now() };
    const write = (line: string) => {
      logs.get(definition.family)?.write(line);
      onLog?.({ functionName: definition.family, line });
    };
    write(`START Task: ${arn}`);
    const container = new Container({
      definition,
      environment: { ...environmentOf(definition), ...overrides },
      temporary: join(dir, 'tmp', id),
      onLine: write,
    });
    const done = container.stopped.then((stop) => {
      running.delete(container);
      write(`END Task: ${arn} ${JSON.stringify(stop)}`);
      // When the service is stopping, no event is needed, because the next start resumes the executions with new tasks.
      if (!stopping) publish(createTaskStoppedEvent(task, stop));
    });
    running.set(container, done.catch(onFault));
    return { task, container };
  }

  return {
    find: (family) => definitions.get(family),
    async run(family, clusterArn, overrides) {
      const definition = definitions.get(family);
      if (!definition) throw new ServiceError('ClientException', `TaskDefinition not found: ${family}`);
      const fault = options.takeFault?.(`task:${definition.container}`);
      if (fault?.do === 'fail') throw failureOf(fault);
      if (fault?.do === 'drop') await dropAfter(fault);
      if (fault?.do === 'delay') await pause(fault.ms);
      const { task, container } = launch(definition, clusterArn, overrides);
      if (fault?.do === 'duplicate') launch(definition, clusterArn, overrides);
      if (fault?.do === 'lose') throw failureOf(fault);
      if (fault?.do === 'kill') {
        const timer = setTimeout(() => container.kill(), fault.ms);
        container.stopped.finally(() => clearTimeout(timer));
      }
      return task;
    },
    async stop() {
      stopping = true;
      for (const container of running.keys()) container.kill();
      await Promise.all(running.values());
      await Promise.all([...logs.values()].map((log) => log.close()));
      await rm(join(dir, 'tmp'), { recursive: true, force: true });
    },
  };
}
