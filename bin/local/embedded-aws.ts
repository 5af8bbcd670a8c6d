/**
 * Points the AWS clients of this process at the embedded services. What the shell says of AWS, such as a profile or endpoints of its
 * own, is removed first: it would win over the keys of the embedded services, or lead to the real AWS.
 *
 * @param environment endpoint, region and keys of the embedded services
 */
export function useEmbeddedAws(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, environment);
}
