/**
 * Replaces credential providers that read a user's profiles. Functions have credentials in their environment, and tasks request them from
 * their container's address. These come before and after profiles in the AWS SDK's chain.
 */
const skip = () => async (): Promise<never> => {
  throw Object.assign(new Error('Profiles are not available'), { tryNextLink: true });
};

export { skip as fromIni, skip as fromProcess, skip as fromSSO, skip as fromTokenFile };
