import type { FunctionDefinition } from '../lambda/index.ts';
import type { Deployment } from '../template/index.ts';

/** The functions of a deployment, each with the folders of its bundle and its layers. */
export function readFunctions(deployment: Deployment): FunctionDefinition[] {
  const layers = new Map(
    deployment
      .list('AWS::Lambda::LayerVersion')
      .map(({ arn, logicalId, properties }) => [arn, deployment.locate(properties.Content.S3Key, logicalId)]),
  );
  const invocations = deployment.list('AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
  return deployment.list('AWS::Lambda::Function').map(({ name, arn, logicalId, properties }) => {
    const invocation = invocations.find(({ FunctionName }) => FunctionName === name || FunctionName === arn);
    const retries = invocation?.MaximumRetryAttempts;
    const onFailure = invocation?.DestinationConfig?.OnFailure?.Destination;
    return {
      name,
      arn,
      code: deployment.locate(properties.Code.S3Key, logicalId),
      handler: properties.Handler,
      timeout: properties.Timeout,
      memory: properties.MemorySize,
      variables: properties.Environment.Variables,
      layers: properties.Layers.map((layer) => {
        const folder = layers.get(layer);
        if (!folder) throw new Error(`The function ${logicalId} has the layer ${layer}, which is not in the template`);
        return folder;
      }),
      ...(properties.ReservedConcurrentExecutions && { concurrency: properties.ReservedConcurrentExecutions }),
      ...(retries !== undefined && { retries }),
      ...(onFailure && { onFailure }),
      ...(properties.DeadLetterConfig && { deadLetters: properties.DeadLetterConfig.TargetArn }),
    };
  });
}
