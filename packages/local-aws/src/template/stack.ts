import { createHash } from 'node:crypto';
import type { RawStack } from './assembly.ts';
import { TemplateError } from './failure.ts';
import { evaluateCondition, NO_VALUE, resolveValue, type Scope } from './intrinsics.ts';
import type { Identity, InertType, ResourceType, Site } from './resource.ts';
import { findType } from './resources/index.ts';

/** Maximum name length for services that do not have a shorter limit. */
const NAME_LENGTH = 255;

/** A stack whose references are resolved on demand. */
export class Stack {
  readonly name: string;
  readonly #raw: RawStack;
  readonly #site: Site;
  readonly #findExport: (name: string) => { stack: Stack; value: unknown } | undefined;
  readonly #identities = new Map<string, Identity>();
  /** Names being resolved. Reaching one of them again means a cycle. */
  readonly #pending = new Set<string>();

  constructor(raw: RawStack, site: Site, findExport: (name: string) => { stack: Stack; value: unknown } | undefined) {
    this.name = raw.name;
    this.#raw = raw;
    this.#site = site;
    this.#findExport = findExport;
  }

  get resources(): readonly (readonly [logicalId: string, type: string, properties: Record<string, unknown>])[] {
    return Object.entries(this.#raw.template.Resources)
      .filter(([id, { Condition }]) => Condition === undefined || this.#condition(Condition, `${this.name}/${id}`))
      .map(([id, { Type, Properties }]) => [id, Type, Properties] as const);
  }

  get outputs(): readonly (readonly [name: string, exported: string | undefined, value: unknown])[] {
    return Object.entries(this.#raw.template.Outputs)
      .filter(([id, { Condition }]) => Condition === undefined || this.#condition(Condition, `${this.name}/${id}`))
      .map(([id, { Value, Export }]) => {
        const exported = Export && String(this.resolve(Export.Name, `${this.name}/Outputs/${id}/Export`));
        return [id, exported, Value] as const;
      });
  }

  resolve(value: unknown, path: string): unknown {
    return resolveValue(value, this.#scope, path);
  }

  /** @throws {TemplateError} for an unknown resource or type */
  identify(logicalId: string, path: string): Identity {
    const known = this.#identities.get(logicalId);
    if (known) return known;
    const identity = this.#once(logicalId, path, () => this.#makeIdentity(logicalId, path));
    this.#identities.set(logicalId, identity);
    return identity;
  }

  #makeIdentity(logicalId: string, path: string): Identity {
    const type = this.#typeOf(logicalId, path);
    const { nameProperty, arn } = type;
    const given = nameProperty && this.#raw.template.Resources[logicalId]?.Properties[nameProperty];
    const resolved = given === undefined ? NO_VALUE : this.resolve(given, `${this.name}/${logicalId}/${nameProperty}`);
    const name = typeof resolved === 'string' ? resolved : this.#makeName(logicalId, 'inert' in type ? {} : type);
    return { name, arn: arn ? arn(name, this.#site.place) : name };
  }

  #makeName(logicalId: string, type: Pick<ResourceType, 'nameLength' | 'lowerCase'>): string {
    const full = `${this.name}-${logicalId}`;
    const limit = type.nameLength ?? NAME_LENGTH;
    const hash = createHash('sha256').update(full).digest('hex').slice(0, 8);
    const name = full.length <= limit ? full : `${full.slice(0, limit - 9)}-${hash}`;
    return type.lowerCase ? name.toLowerCase() : name;
  }

  #typeOf(logicalId: string, path: string): ResourceType | InertType {
    const raw = this.#raw.template.Resources[logicalId];
    if (!raw) throw new TemplateError(path, `refers to ${logicalId}, which is not in the stack ${this.name}`);
    const type = findType(raw.Type);
    if (type) return type;
    throw new TemplateError(`${this.name}/${logicalId}`, `the resource type ${raw.Type} is not available locally`);
  }

  #once<T>(key: string, path: string, work: () => T): T {
    if (this.#pending.has(key)) throw new TemplateError(path, `${key} has a circular reference to itself`);
    this.#pending.add(key);
    try {
      return work();
    } finally {
      this.#pending.delete(key);
    }
  }

  #condition(name: string, path: string): boolean {
    const definition = this.#raw.template.Conditions[name];
    if (definition === undefined) throw new TemplateError(path, `the condition ${name} does not exist`);
    return this.#once(`Conditions/${name}`, path, () => evaluateCondition(definition, this.#scope, `${this.name}/Conditions/${name}`));
  }

  #pseudo(name: string): unknown {
    const { region, account } = this.#site.place;
    const values: Readonly<Record<string, unknown>> = {
      'AWS::AccountId': account,
      'AWS::NoValue': NO_VALUE,
      'AWS::Partition': 'aws',
      'AWS::Region': region,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${this.name}/local`,
      'AWS::StackName': this.name,
      'AWS::URLSuffix': 'amazonaws.com',
    };
    return values[name];
  }

  #parameter(name: string, path: string): unknown {
    const parameter = this.#raw.template.Parameters[name];
    if (!parameter) return undefined;
    if (parameter.Default !== undefined && !parameter.Type.startsWith('AWS::SSM::')) return parameter.Default;
    throw new TemplateError(path, `the parameter ${name} does not have a value; set a default or write the value inline`);
  }

  readonly #scope: Scope = {
    ref: (name, path) => {
      const value = this.#pseudo(name) ?? this.#parameter(name, path);
      if (value !== undefined) return value;
      const type = this.#typeOf(name, path);
      const identity = this.identify(name, path);
      return type.ref ? type.ref(identity, this.#site) : identity.name;
    },
    attribute: (logicalId, name, path) => {
      const type = this.#typeOf(logicalId, path);
      const read = type.attributes?.[name];
      if (!read) throw new TemplateError(path, `the attribute ${name} of ${logicalId} is not available locally`);
      return read(this.identify(logicalId, path), this.#site);
    },
    condition: (name, path) => this.#condition(name, path),
    importValue: (name, path) => {
      const found = this.#findExport(name);
      if (!found) throw new TemplateError(path, `no stack exports "${name}"`);
      return this.#once(`Import/${name}`, path, () => found.stack.resolve(found.value, `${found.stack.name}/Outputs`));
    },
  };
}
