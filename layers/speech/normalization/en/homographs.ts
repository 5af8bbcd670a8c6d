import { respelled } from '../core/rule.ts';

/** Words with two sounds, respelled as the words beside them ask; all others are left to the voice. */
export const HOMOGRAPHS = respelled(String.raw`
  whined: (?:(?<=\b(?:to|please|Please|must|should|will|can|you|I|we|they|and|then) )wind|(?<=^|[.!?:] )Wind)(?= (?:(?:the|your|a|this|that) (?:clock|watch|yarn|wool|thread|tape|cable|hose|rope|string|window|toy|handle|wire|bobbin)s?\b|it (?:up|around|round|back|every)\b))|(?<=\b(?:to|will|can|could|should|would|might) )wind(?= (?:up|down)\b)
  tair: (?<=\b[Ww]ear and )tear\b
  boh: \b[Bb]ow(?= (?:tie|ties|and arrows?)\b)|(?<=\b(?:violin|cello|hair|red|pink|silk|ribbon) )bow\b
  bayss: \b[Bb]ass(?= (?:guitars?|guitarist|player|players|line|lines|drum|drums|clarinet|note|notes|voice|solo)\b)
  my newt: \bminute(?= (?:details?|amounts?|quantities|traces?|particles?|differences?)\b)
  Poe-lish: (?<=\p{Ll}[, ]+)Polish\b
  duh Moyn: \bDes Moines\b
  yuce: (?<=\b(?:in|no|for|personal|daily|home|future|heavy|regular) )use(?=[.,;!?)]|$| (?:of|in|by|at|as|during|on)\b)
  woond: (?<=\b(?:[Tt]he|[Aa]|[Aa]n|open|his|her|my|your|deep|stab|gunshot|head|flesh|clean) )wound(?![\p{L}-]| (?:up|around|round|down|back|through)\b)
`);
