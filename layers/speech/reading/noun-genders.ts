import type { RussianGender } from './russian-numbers.ts';

export type Gender = 'm' | 'f';

/** How a language tells the gender of its nouns. */
interface Genders {
  /** Masculine nouns that look feminine. */
  masculine: ReadonlySet<string>;
  /** Words that look like nouns and are none. */
  others: ReadonlySet<string>;
  endsFeminine: RegExp;
  endsMasculine: RegExp;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const SPANISH: Genders = {
  masculine: words(
    'día problema mapa sistema programa tema planeta idioma clima drama poema sofá mes país tren hotel coche hombre nombre viaje bar ' +
      'días problemas mapas sistemas programas temas planetas idiomas climas dramas poemas sofás meses países trenes hoteles coches ' +
      'hombres nombres viajes bares millón millones dólar dólares gol goles',
  ),
  others: words(
    'para hasta contra cada toda todas otra otras era fuera sea sería nada ahora ella ellas esta estas una unas más mas menos ' +
      'pero como sino solo sólo luego cuando cuanto tanto todo otro otros todos mucho muchos mucha muchas apenas mientras además ' +
      'quizás sobre entre está estaba había eso esto algo bajo antes después',
  ),
  endsFeminine:
    /(?:as?|ción|ciones|sión|siones|dad|dades|tad|tades|tud|tudes)$|^(?:noche|clase|vez|calle|parte|llave|nube|tarde|mano|foto|moto)s?$|^(?:veces|luz|luces|mujer|mujeres|flor|flores)$/,
  endsMasculine: /os?$/,
};

const PORTUGUESE: Genders = {
  masculine: words(
    'dia problema mapa sistema programa tema planeta idioma clima drama poema sofá grama quilograma miligrama atlas ' +
      'dias problemas mapas sistemas programas temas planetas idiomas climas dramas poemas sofás gramas quilogramas miligramas',
  ),
  others: words(
    'para pela pelas contra cada toda todas outra outras era fora seja nada agora ela elas esta estas essa essas uma umas mas mais ' +
      'duas apenas embora ainda seria será estava estás vais tens minha minhas sua suas além',
  ),
  endsFeminine:
    /(?:as?|ção|ções|são|sões|dade|dades|agem|agens)$|^(?:noite|classe|vez|parte|chave|tarde)s?$|^(?:vezes|luz|luzes|mulher|mulheres|flor|flores|mão|mãos)$/,
  endsMasculine: /(?!)/,
};

const FRENCH: Genders = {
  masculine: words(
    'comité comités lycée lycées musée musées trophée trophées été étés côté côtés traité traités député députés comté comtés arrêté ' +
      'arrêtés degré degrés génie génies incendie incendies silence silences magazine magazines pâté pâtés bébé bébés congé congés ' +
      'café cafés employé employés associé associés invité invités blessé blessés retraité retraités cimetière mystère caractère',
  ),
  others: words('plusieurs autres toutes toute quelques'),
  endsFeminine:
    /(?:tion|sion|té|ée|ure|ette|esse|ance|ence|elle|euse|trice|tude|ière)s?$|^(?:heure|minute|seconde|femme|fille|personne|page|année|semaine|fois|nuit|maison|voiture|place|chambre|pièce|étoile|ville|école|voix|tonne|famille|entreprise|victime|dose|tasse|cuillère|ligne|bouteille|livre sterling|chose|partie|équipe|marche|table|porte|chaise|goutte|tranche|boîte|carte|course|rue|langue|image|photo|œuvre|usine|banque|commune|vie|roupie|couronne|kilowattheure|mère|sœur|dame|part|main|dent|île|plage|gare|route|tour|note|messe|lettre|phrase|amende|vache|poule|brebis|arme|bombe|médaille|voie|étape)s?$/,
  endsMasculine: /(?!)/,
};

const LATIN = { es: SPANISH, pt: PORTUGUESE, fr: FRENCH };

/** The gender of what is counted, where its word tells it. */
export function genderOf(tongue: 'es' | 'pt' | 'fr', noun: string, number: number): Gender | undefined {
  const { masculine, others, endsFeminine, endsMasculine } = LATIN[tongue];
  // More than one asks for a plural.
  const isPlural = noun.endsWith('s') || noun === 'voix';
  const fits = (number === 1) !== isPlural || noun === 'fois' || noun === 'voix' || noun === 'brebis';
  if (others.has(noun) || !fits) return masculine.has(noun) ? 'm' : undefined;
  if (masculine.has(noun)) return 'm';
  // Who does something may be a man: "31 turistas".
  if (/(?:ista|nauta|crata|cida|mata|atleta|colega|guía|guarda|policía|juez)s?$/.test(noun)) return undefined;
  if (endsFeminine.test(noun)) return 'f';
  return endsMasculine.test(noun) ? 'm' : undefined;
}

/** Italian nouns that are often counted by one. */
const ITALIAN_ONE =
  /^(?:(ora|settimana|persona|volta|donna|bambina|ragazza|casa|bottiglia|tazza|notte|pagina|stella|camera|partita|confezione|fetta|rata|parte|compressa|tonnellata|sterlina|rupia|chilowattora|vittoria|sconfitta|vittima)|(?:giorno|mese|anno|euro|dollaro|minuto|secondo|chilo|litro|metro|chilometro|grammo|punto|gol|posto|milione|miliardo|uomo|bambino|ragazzo|libro|piano|passo|caso|pezzo|bicchiere|cucchiaio|cucchiaino|grado|centesimo|\p{L}+(?:litro|metro|grammo)|watt|volt|gigabyte|megabyte|ettaro)(?: .*)?)$/u;

/** The gender of an Italian noun behind one. */
export function italianGenderOf(noun: string): Gender | undefined {
  const match = ITALIAN_ONE.exec(noun);
  return match ? (match[1] ? 'f' : 'm') : undefined;
}

/** German nouns that are often counted by one, and units. */
const GERMAN_ONE =
  /^(?:(Stunde|Minute|Sekunde|Woche|Person|Tonne|Flasche|Packung|Tasse|Seite|Frau|Nacht|Million|Milliarde|Meile|Rupie|Tablette|Kilowattstunde|Portion|Prise|Scheibe|Runde|Stimme|Niederlage)|(Jahr|Mal|Kind|Stück|Kilo|Pfund|Prozent|Haus|Zimmer|Glas|Gramm|Kilogramm|Milligramm|Mikrogramm|Watt|Kilowatt|Megawatt|Volt|Gigabyte|Megabyte|Terabyte|Dezibel|Hertz|Gigahertz|Ei|Tor)|(?:Tag|Monat|Euro|Dollar|Cent|Mann|Punkt|Liter|Teil|Platz|Schritt|Esslöffel|Teelöffel|Hektar|Grad|Sieg|\p{L}*(?:[Mm]eter|liter))(?: .*)?)$/u;

/** The gender of a German noun behind one. */
export function germanGenderOf(noun: string): Gender | 'n' | undefined {
  const match = GERMAN_ONE.exec(noun);
  return match ? (match[1] ? 'f' : match[2] ? 'n' : 'm') : undefined;
}

/** Feminine nouns in the form that stands behind one, without their last letter; those in -ция and -сть all are. */
const RUSSIAN_FEMININE = words(
  'книг недел минут секунд тысяч страниц штук женщин девушк девочк машин копейк тонн школ стран улиц комнат квартир таблетк чашк ' +
    'ложк групп задач ошибк побед команд песн стать глав нот рыб собак кошк лодк лини компани сери верси строк точк букв ' +
    'картин бутылк коробк подруг сестр дочк звезд звёзд гор рек деревн газет ручк сумк рубашк роз тарелк вилк яхт корзин ' +
    'попытк поездк смен сумм цифр функци модел мил капл',
);
const RUSSIAN_NEUTER =
  /(?:[еая]ни|ти)е$|^(?:окно|место|слово|число|письмо|яблоко|яйцо|дело|дерево|колесо|кресло|зеркало|поле|море|утро|лето)$/;

/** Masculine nouns that look feminine behind two. */
const RUSSIAN_MASCULINE = words('мужчины папы дедушки дяди юноши судьи коллеги старосты воеводы');
/** Words in -и and -ы that are no nouns. */
const RUSSIAN_OTHERS = words(
  'или если чтобы при ими ними нами вами они эти мои твои свои наши ваши были почти внутри среди ради пути дни люди дети ведь',
);

/** The gender of what is counted where the words of the number differ: behind one by its own word, behind two by the genitive. */
export function russianGenderOf(noun: string, number: number): RussianGender | undefined {
  const [ones, isTeen] = [number % 10, Math.floor(number / 10) % 10 === 1];
  if (isTeen) return undefined;
  if (ones === 1) {
    if (/(?:ция|сть)$/.test(noun) || (/[ая]$/.test(noun) && RUSSIAN_FEMININE.has(noun.slice(0, -1)))) return 'f';
    return RUSSIAN_NEUTER.test(noun) ? 'n' : undefined;
  }
  if (ones !== 2 || RUSSIAN_MASCULINE.has(noun) || RUSSIAN_OTHERS.has(noun)) return undefined;
  // A verb of the past has this ending too: "эти 2 пошли".
  if (/ли$/.test(noun)) return /^(?:недели|мили|капли|модели|земли|туфли|пули|роли|доли)$/.test(noun) ? 'f' : undefined;
  return /[иы]$/.test(noun) ? 'f' : undefined;
}
