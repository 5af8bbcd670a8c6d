import type { JobRecord } from '../../contract/index.ts';
import type { Subject } from '../../ledger/index.ts';

/** What the ledger says of a job beside its id. Only a film shows an actor; of other jobs `actor` is the sex of the voice. */
export const subjectOf = ({ id, account, specification: { output, language, actor } }: JobRecord): Subject => ({
  job: id,
  account,
  output: output.type,
  language,
  ...(output.type === 'video' && actor && { actor }),
});
