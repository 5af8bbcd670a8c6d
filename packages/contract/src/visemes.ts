/**
 * Sets of mouth shapes: Oculus (15 shapes, from Meta's OVR Lip Sync), Azure Speech (22), Amazon Polly, Rhubarb (A to H and X), and Preston
 * Blair.
 */
export const VISEME_SETS = ['oculus', 'azure', 'polly', 'rhubarb', 'preston_blair'] as const;

export type VisemeSetName = (typeof VISEME_SETS)[number];

/** File extensions for visemes. */
export const VISEME_FILES = ['json', 'tsv', 'xml'] as const;

export type VisemeFile = (typeof VISEME_FILES)[number];

/** Artifacts that are created on their first download. A job's list of artifacts omits them. */
export const DERIVED_ARTIFACTS = ['visemes'] as const;
