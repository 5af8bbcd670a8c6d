import { readAssembly } from './assembly.ts';

/** The result of deleting an assembly's stacks as CloudFormation would. Resources are named `STACK/ID`. */
export interface Destruction {
  deleted: string[];
  /** Resources that are kept because of their deletion policy. */
  kept: string[];
  /** Stacks and resources that cannot be deleted, with the reason. */
  refused: Record<string, string>;
}

type Assembly = ReturnType<typeof readAssembly>;
type Stack = Assembly['stacks'][number];
type Resource = Stack['template']['Resources'][string];

/**
 * Reasons why a resource in use cannot be deleted, by type. Buckets and repositories are assumed to have contents. (S3 API reference,
 * DeleteBucket; ECR, DeleteRepository; DynamoDB, DeleteTable; CloudWatch Logs, DeleteLogGroup; AWS Backup, DeleteBackupVault.)
 */
const REFUSALS: Readonly<Record<string, (id: string, stack: Stack) => string | false | undefined>> = {
  'AWS::S3::Bucket': (id, stack) => !isEmptied(id, stack) && 'The bucket is not empty (BucketNotEmpty)',
  'AWS::ECR::Repository': (id, stack) =>
    propertiesOf(id, stack).EmptyOnDelete !== true && 'The repository has images (RepositoryNotEmptyException)',
  'AWS::DynamoDB::Table': (id, stack) => isProtected(id, stack) && 'The table has deletion protection (ValidationException)',
  'AWS::Logs::LogGroup': (id, stack) => isProtected(id, stack) && 'The log group has deletion protection (ValidationException)',
  'AWS::Backup::BackupVault': () => 'The vault has recovery points (InvalidRequestException)',
};

const resourcesOf = ({ template }: Stack): Readonly<Record<string, Resource>> => template.Resources;
const propertiesOf = (id: string, stack: Stack): Readonly<Record<string, unknown>> => resourcesOf(stack)[id]!.Properties;
const isProtected = (id: string, stack: Stack): boolean => propertiesOf(id, stack).DeletionProtectionEnabled === true;

/** Deletes all stacks of an assembly, dependent ones first. Nothing outside the assembly is considered. */
export function destroyAssembly(directory: string): Destruction {
  const result: Destruction = { deleted: [], kept: [], refused: {} };
  let remaining = [...readAssembly(directory).stacks];
  const isImported = (stack: Stack) => remaining.some((other) => other !== stack && importsFrom(other, stack));
  for (let next = remaining; next.length > 0; next = remaining.filter((stack) => !isImported(stack) && !(stack.name in result.refused))) {
    const stack = next.find((candidate) => !isImported(candidate));
    if (!stack) break;
    if (deleteStack(stack, result)) remaining = remaining.filter((other) => other !== stack);
  }
  for (const { name } of remaining) result.refused[name] ??= 'Another stack uses its exports';
  return result;
}

/** @returns false if the stack still exists, because it or a resource cannot be deleted */
function deleteStack(stack: Stack, { deleted, kept, refused }: Destruction): boolean {
  if (stack.terminationProtection) {
    refused[stack.name] = 'The stack has termination protection';
    return false;
  }
  let left = Object.entries(resourcesOf(stack));
  const dependencies = new Map(left.map(([id]) => [id, dependenciesOf(id, stack)]));
  const failed = new Set<string>();
  for (;;) {
    const needed = new Set(left.flatMap(([id]) => [...dependencies.get(id)!].filter((other) => other !== id)));
    const step = left.filter(([id]) => !failed.has(id) && !needed.has(id));
    if (step.length === 0) break;
    for (const [id, { Type, DeletionPolicy = 'Delete' }] of step) {
      const name = `${stack.name}/${id}`;
      const reason = DeletionPolicy === 'Delete' && REFUSALS[Type]?.(id, stack);
      if (reason) {
        failed.add(id);
        refused[name] = reason;
      } else (DeletionPolicy === 'Delete' ? deleted : kept).push(name);
    }
    left = left.filter(([id]) => failed.has(id) || !step.some(([other]) => other === id));
  }
  if (left.length > 0) refused[stack.name] = 'A resource could not be deleted (DELETE_FAILED)';
  return left.length === 0;
}

/** True if a function empties the bucket first, while the bucket's policy still allows it. */
function isEmptied(bucket: string, stack: Stack): boolean {
  const all = Object.entries(resourcesOf(stack));
  const of = (type: string, field: string) =>
    all.flatMap(([id, { Type, Properties }]) => (Type === type && namesIn(Properties[field]).has(bucket) ? [id] : []));
  const policies = of('AWS::S3::BucketPolicy', 'Bucket');
  return of('Custom::S3AutoDeleteObjects', 'BucketName').some((id) => policies.some((policy) => dependenciesOf(id, stack).has(policy)));
}

/** Returns the resources that a resource refers to or explicitly depends on. CloudFormation deletes them after the resource itself. */
function dependenciesOf(id: string, stack: Stack): Set<string> {
  const { Properties, DependsOn = [] } = resourcesOf(stack)[id]!;
  return new Set([...namesIn(Properties), ...[DependsOn].flat()]);
}

/** Returns the logical IDs in a value's `Ref`, `Fn::GetAtt`, and `Fn::Sub`. */
function namesIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, part]) => {
      if (key === 'Ref') return [String(part)];
      if (key === 'Fn::GetAtt') return [String(Array.isArray(part) ? part[0] : part).split('.')[0]!];
      const text = key === 'Fn::Sub' ? JSON.stringify(part) : '';
      return [...namesIn(part), ...[...text.matchAll(/\$\{([^.!}]+)/g)].map(([, name]) => name!)];
    }),
  );
}

const importsFrom = (stack: Stack, { template }: Stack): boolean => {
  const imports = JSON.stringify(stack.template.Resources);
  return Object.values(template.Outputs).some(
    ({ Export }) => Export && imports.includes(`{"Fn::ImportValue":${JSON.stringify(Export.Name)}}`),
  );
};
