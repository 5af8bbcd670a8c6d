/**
 * Points the AWS clients in this process at the embedded services. Variables from the shell, such as AWS_PROFILE, are removed first because
 * they would override the embedded credentials or select the real AWS.
 */
export function useEmbeddedAws(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, environment);
}
