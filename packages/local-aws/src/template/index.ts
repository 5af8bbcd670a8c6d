/** Reads the output of `cdk synth` into a model for the embedded services. */
export { type RawAssembly, readAssembly } from './assembly.ts';
export { type Deployment, type Resource, readDeployment } from './deployment.ts';
export { type Destruction, destroyAssembly } from './destruction.ts';
export { TemplateError } from './failure.ts';
export type { ActiveType, PropertiesOf } from './resources/index.ts';
