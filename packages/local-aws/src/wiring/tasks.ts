import type { TaskDefinition } from '../ecs/index.ts';
import type { Deployment } from '../template/index.ts';

/** Returns task definitions with their images' build folders. */
export const readTasks = (deployment: Deployment): TaskDefinition[] =>
  deployment.list('AWS::ECS::TaskDefinition').map(({ name, arn, logicalId, properties }) => {
    const [container] = properties.ContainerDefinitions;
    const [program] = container.Command;
    return {
      family: name,
      arn,
      roleArn: properties.TaskRoleArn,
      container: container.Name,
      image: deployment.locate(container.Image.split(':').at(-1) ?? '', logicalId),
      program,
      memory: properties.Memory,
      variables: Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value])),
    };
  });
