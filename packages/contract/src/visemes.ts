/** Mouth shapes: Oculus 15 (Meta's OVR Lip Sync), Azure Speech's 22, Amazon Polly's, Rhubarb's A to H and X, Preston Blair's. */
export const VISEME_SETS = ['oculus', 'azure', 'polly', 'rhubarb', 'preston_blair'] as const;

export type VisemeSetName = (typeof VISEME_SETS)[number];

/** File extensions of visemes. */
export const VISEME_FILES = ['json', 'tsv', 'xml'] as const;

export type VisemeFile = (typeof VISEME_FILES)[number];

/** Artifacts made on first download; a job's list of artifacts omits them. */
export const DERIVED_ARTIFACTS = ['visemes'] as const;
