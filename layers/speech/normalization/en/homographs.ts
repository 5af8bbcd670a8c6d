import { respelled } from '../core/rule.ts';

/** Words with two sounds, respelled as the words beside them ask; all others are left to the voice. The metal lead rhymes with "red". */
export const HOMOGRAPHS = respelled(String.raw`
  led: \b[Ll]ead(?=-free\b| (?:paint|pipes?|poisoning|acid|batter(?:y|ies)|exposure|levels|contamination)\b)
  lyve: (?i:(?<=\b(?:broadcast|broadcasts|streamed|stream|streams|streaming|televised|shown|aired|airs|perform|performs|performed|performing|appear|appears|appeared|reporting|recorded) )live\b(?! (?:with|near|alone|together)\b)|(?<=\b(?:[Gg]o|goes|went|gone|going) )live(?=[.,;!?]| (?:on (?!the|a\b|your|our)|at \d|tomorrow|today|tonight|next)|$)|(?<!\b(?:to|who|that|I|you|we|they|people|families|and|can|will|would|could) )\b[Ll]ive(?= (?:music|broadcasts?|streams?|streaming|shows?|concerts?|performances?|audiences?|coverage|events?|TV|television|radio|entertainment|albums?|recordings?|bands?|chat|sessions?|updates?|theatre|theater|blog|feed|action|jazz|commentary|webinars?|demo|demonstrations?|interviews?|podcasts?|from the)\b))
  whined: (?:(?<=\b(?:to|please|Please|must|should|will|can|you|I|we|they|and|then) )wind|(?<=^|[.!?:] )Wind)(?= (?:(?:the|your|a|this|that) (?:clock|watch|yarn|wool|thread|tape|cable|hose|rope|string|window|toy|handle|wire|bobbin)s?\b|it (?:up|around|round|back|every)\b))|(?<=\b(?:to|will|can|could|should|would|might) )wind(?= (?:up|down)\b)
  tair: (?<=\b[Ww]ear and )tear\b
  boh: \b[Bb]ow(?= (?:tie|ties|and arrows?)\b)|(?<=\b(?:violin|cello|hair|red|pink|silk|ribbon) )bow\b
  bayss: \b[Bb]ass(?= (?:guitars?|guitarist|player|players|line|lines|drum|drums|clarinet|note|notes|voice|solo)\b)
  my newt: \bminute(?= (?:details?|amounts?|quantities|traces?|particles?|differences?)\b)
  Poe-lish: (?<=\p{Ll}[, ]+)Polish\b
  duh Moyn: \bDes Moines\b
  yuce: (?<=\b(?:in|no|for|personal|daily|home|future|heavy|regular) )use(?=[.,;!?)]|$| (?:of|in|by|at|as|during|on)\b)
  leed: \b[Ll]ead(?= (?:singer|actor|actress|roles?|guitar|author|vocal|designer|developer|engineer|investigator|researcher|scientist|story|character|times?|generation|coach|producer|teacher|sponsor)(?:s|ist|ists)?\b)|(?<=\b(?:take|takes|took|taken|taking|early|narrow|comfortable|[Tt]heir|his|her|our|my|the|a) )lead(?=[.,;!?]| (?:over|at half|to \d|after|when|by)\b| in (?:the (?:race|polls|league|table|game|match|first|second|third|fourth|standings)|\d)|$)
  woond: (?<=\b(?:[Tt]he|[Aa]|[Aa]n|open|his|her|my|your|deep|stab|gunshot|head|flesh|clean) )wound(?![\p{L}-]| (?:up|around|round|down|back|through)\b)
`);
