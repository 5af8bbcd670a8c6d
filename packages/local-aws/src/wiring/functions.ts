import type { FunctionDefinition } from '../lambda/index.ts';
import { type Deployment, type PropertiesOf, TemplateError } from '../template/index.ts';

/** Returns functions with their bundle and layer folders. @param localize replaces AWS URLs in variables with local ones */
export function readFunctions(deployment: Deployment, localize: (value: string) => string = (value) => value): FunctionDefinition[] {
  const layers = new Map(
    deployment
      .list('AWS::Lambda::LayerVersion')
      .map(({ arn, logicalId, properties }) => [arn, deployment.locate(properties.Content.S3Key, logicalId)]),
  );
  const invocations = deployment.list('AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
  // The CDK uses a Python function to copy files to a bucket. It is unnecessary here, because the files are served from their original
  // folder.
  const copiers = new Set(deployment.list('Custom::CDKBucketDeployment').map(({ properties }) => properties.ServiceToken));
  const functions = deployment.list('AWS::Lambda::Function').filter(({ arn }) => !copiers.has(arn));
  return functions.map(({ name, arn, logicalId, properties }) => {
    const invocation = invocations.find(({ FunctionName }) => FunctionName === name || FunctionName === arn);
    const retries = invocation?.MaximumRetryAttempts;
    const maxEventAge = invocation?.MaximumEventAgeInSeconds;
    const reservedConcurrency = properties.ReservedConcurrentExecutions;
    const onFailure = invocation?.DestinationConfig?.OnFailure?.Destination;
    return {
      name,
      arn,
      ...findCode(deployment, logicalId, properties),
      timeout: properties.Timeout,
      memory: properties.MemorySize,
      variables: Object.fromEntries(Object.entries(properties.Environment.Variables).map(([name, value]) => [name, localize(value)])),
      layers: properties.Layers.map((layer) => {
        const folder = layers.get(layer);
        if (!folder) throw new Error(`The function ${logicalId} has the layer ${layer}, which is not in the template`);
        return folder;
      }),
      allowsRecursion: properties.RecursiveLoop === 'Allow',
      ...(reservedConcurrency !== undefined && { reservedConcurrency }),
      ...(retries !== undefined && { retries }),
      ...(maxEventAge !== undefined && { maxEventAge }),
      ...(onFailure && { onFailure }),
      ...(properties.DeadLetterConfig && { deadLetters: properties.DeadLetterConfig.TargetArn }),
    };
  });
}

/** Returns a bundle's folder and handler. A container image runs as a process too, in its build folder. */
function findCode(
  deployment: Deployment,
  id: string,
  { Code, PackageType, Handler, Runtime, ImageConfig, Layers }: PropertiesOf<'AWS::Lambda::Function'>,
): Pick<FunctionDefinition, 'code' | 'handler' | 'image'> {
  if ('ImageUri' in Code) {
    if (PackageType !== 'Image') throw new TemplateError(`${id}/PackageType`, 'must be "Image" for a container image');
    if (Layers.length > 0) throw new TemplateError(`${id}/Layers`, 'are not allowed with a container image');
    const handler = ImageConfig?.Command[0];
    if (!handler) throw new TemplateError(`${id}/ImageConfig/Command`, "must name the container image's handler");
    return { code: deployment.locate(Code.ImageUri.split(':').at(-1) ?? '', id), handler, image: true };
  }
  if (PackageType !== 'Zip') throw new TemplateError(`${id}/PackageType`, 'must be "Zip" for a bundle');
  if (!Handler || !Runtime) throw new TemplateError(id, 'must have a Handler and a Runtime');
  if (!Runtime.startsWith('nodejs')) throw new TemplateError(`${id}/Runtime`, 'must be a Node.js runtime');
  return { code: deployment.locate(Code.S3Key, id), handler: Handler };
}
