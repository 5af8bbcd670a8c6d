/**
 * Stands in bundles for the credential providers that read the profiles of a person's machine. A function has its credentials in its
 * environment, and a task asks its container's address, which come before and after these in the AWS SDK's chain.
 */
const skip = () => async (): Promise<never> => {
  throw Object.assign(new Error('There are no profiles here'), { tryNextLink: true });
};

export { skip as fromIni, skip as fromProcess, skip as fromSSO, skip as fromTokenFile };
