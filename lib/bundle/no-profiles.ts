/**
 * Replaces the credential providers that read user profiles. Functions get credentials from their environment, and tasks request them from
 * the container endpoint. In the AWS SDK's default chain, these come before and after the profiles.
 */
const skip = () => async (): Promise<never> => {
  throw Object.assign(new Error('Profiles are not available'), { tryNextLink: true });
};

export { skip as fromIni, skip as fromProcess, skip as fromSSO, skip as fromTokenFile };
