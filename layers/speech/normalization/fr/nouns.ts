import type { Gender } from '../core/language.ts';
import { genderByEnding } from '../core/nouns.ts';
import { words } from '../core/patterns.ts';

const ENDINGS = {
  masculine: words(
    'comité comités lycée lycées musée musées trophée trophées été étés côté côtés traité traités député députés comté comtés arrêté ' +
      'arrêtés degré degrés génie génies incendie incendies silence silences magazine magazines pâté pâtés bébé bébés congé congés ' +
      'café cafés employé employés associé associés invité invités blessé blessés retraité retraités cimetière mystère caractère',
  ),
  others: words('plusieurs autres toutes toute quelques'),
  feminine:
    /(?:tion|sion|té|ée|ure|ette|esse|ance|ence|elle|euse|trice|tude|ière)s?$|^(?:heure|minute|seconde|femme|fille|personne|page|année|semaine|fois|nuit|maison|voiture|place|chambre|pièce|étoile|ville|école|voix|tonne|famille|entreprise|victime|dose|tasse|cuillère|ligne|bouteille|livre sterling|chose|partie|équipe|marche|table|porte|chaise|goutte|tranche|boîte|carte|course|rue|langue|image|photo|œuvre|usine|banque|commune|vie|roupie|couronne|kilowattheure|mère|sœur|dame|part|main|dent|île|plage|gare|route|tour|note|messe|lettre|phrase|amende|vache|poule|brebis|arme|bombe|médaille|voie|étape)s?$/,
};

/** The gender of a noun behind a number. */
export const genderOf = (noun: string, count: number): Gender | undefined => genderByEnding(ENDINGS, noun, count);
