/**
 * Points this process's AWS clients at the embedded services. The shell's variables, such as AWS_PROFILE, are removed first because they
 * would override the embedded services' keys or select the real AWS.
 */
export function useEmbeddedAws(environment: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, environment);
}
