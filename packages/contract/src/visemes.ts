/**
 * Sets of mouth shapes for a job's speech: Oculus 15 (Meta's OVR Lip Sync), the 22 of Azure Speech, those of Amazon Polly,
 * Rhubarb's A to H and X, and the mouths of Preston Blair.
 */
export const VISEME_SETS = ['oculus', 'azure', 'polly', 'rhubarb', 'preston_blair'] as const;

export type VisemeSetName = (typeof VISEME_SETS)[number];

/** Files of visemes, by their extension. */
export const VISEME_FILES = ['json', 'tsv', 'xml'] as const;

export type VisemeFile = (typeof VISEME_FILES)[number];

/** Artifacts that are made when they are first downloaded; a job's list of artifacts does not have them. */
export const DERIVED_ARTIFACTS = ['visemes'] as const;
