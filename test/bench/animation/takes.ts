import type { Language, SpeechTimeline } from '../../../layers/contract/index.ts';
import type { Audio, SpeechEngine } from '../../../layers/speech/index.ts';

/** Speech to judge the solver on. */
export interface Take {
  timeline: SpeechTimeline;
  audio: Audio;
}

/** Four languages of different rhythm and inventory, rich in lips: p b m, f v, rounded vowels. */
const TEXTS: Partial<Record<Language, string>> = {
  'en-US':
    'Good morning, and welcome to the museum. My name is Bob, and I will be your guide for the next five minutes. ' +
    'Please keep your bags in front of you, and mind the steps. Would you like to begin with the maps, or with the ships? ' +
    'This one was built for a famous river pilot. Every plank above the water came from the woods behind his farm. ' +
    'People believed it could never sink! Maybe you have heard what happened in November. ' +
    'The fog was thick, the moon was very faint, and nobody saw the bridge. A fisherman and his wife found the wheel and ' +
    'both of the pumps. We have put them over there, between the two blue lamps. Now, if there are no more questions, ' +
    'shall we move up to the roof?',
  'es-ES':
    'Buenos días y bienvenidos al museo. Me llamo Pablo y voy a acompañarles durante los próximos minutos. ' +
    'Por favor, no toquen los muebles ni las lámparas. ¿Prefieren empezar por los mapas o por los barcos? ' +
    'Este lo construyó una familia muy famosa que vivía junto al puerto. La madera vino de un bosque viejo, detrás de la ' +
    'montaña. ¡Nadie pensaba que pudiera hundirse! Tal vez ya saben lo que pasó en noviembre. Había niebla, la luna apenas ' +
    'brillaba y ninguno vio el puente. Un pescador y su mujer encontraron el timón y dos bombas de agua. ' +
    'Ahora, si no hay más preguntas, ¿subimos juntos al tejado?',
  'de-DE':
    'Guten Morgen und willkommen im Museum. Mein Name ist Bernd, und ich begleite Sie durch die nächsten fünf Minuten. ' +
    'Bitte behalten Sie Ihre Taschen bei sich und passen Sie auf die Stufen auf. Möchten Sie mit den Karten beginnen oder ' +
    'mit den Schiffen? Dieses hier wurde für einen berühmten Lotsen gebaut. Das Holz über dem Wasser kam aus dem Wald hinter ' +
    'seinem Hof. Alle glaubten, es könne niemals sinken! Vielleicht wissen Sie, was im November passierte. ' +
    'Der Nebel war dicht, der Mond schien schwach, und niemand bemerkte die Brücke. Ein Fischer und seine Frau fanden das ' +
    'Steuerrad und beide Pumpen. Wenn Sie keine Fragen mehr haben, gehen wir nun hinauf auf das Dach?',
  'fr-FR':
    'Bonjour et bienvenue au musée. Je m’appelle Paul, et je vais vous accompagner pendant les prochaines minutes. ' +
    'Ne touchez pas aux meubles, s’il vous plaît, et faites attention aux marches. Voulez-vous commencer par les cartes ou ' +
    'par les bateaux? Celui-ci fut fabriqué pour un pilote fameux du fleuve. Le bois venait de la forêt, derrière sa ferme. ' +
    'Personne ne pensait qu’il pouvait couler! Vous savez peut-être ce qui est arrivé en novembre. ' +
    'Le brouillard était épais, la lune brillait à peine, et aucun homme ne vit le pont. Un pêcheur et sa femme ont trouvé ' +
    'la roue et deux pompes. Maintenant, si vous n’avez plus de questions, montons ensemble sur le toit!',
};

/** Normal speech, and slower. */
const SPEEDS = [1, 0.85] as const;
const SEXES = ['female', 'male'] as const;

/** More than five minutes of speech: every text in both voices at both speeds. */
export async function speakTakes(engine: SpeechEngine): Promise<Take[]> {
  const takes: Take[] = [];
  for (const [language, text] of Object.entries(TEXTS) as [Language, string][]) {
    for (const sex of SEXES) {
      for (const speed of SPEEDS) takes.push(await engine.speak({ text, language, sex, speed }));
    }
  }
  return takes;
}
