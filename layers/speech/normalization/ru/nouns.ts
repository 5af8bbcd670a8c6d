import type { Gender } from '../core/language.ts';
import { words } from '../core/patterns.ts';

/** Feminine nouns in the form that stands behind one, without their last letter; those in -ция and -сть all are. */
const FEMININE = words(
  'книг недел минут секунд тысяч страниц штук женщин девушк девочк машин копейк тонн школ стран улиц комнат квартир таблетк чашк ' +
    'ложк групп задач ошибк побед команд песн стать глав нот рыб собак кошк лодк лини компани сери верси строк точк букв ' +
    'картин бутылк коробк подруг сестр дочк звезд звёзд гор рек деревн газет ручк сумк рубашк роз тарелк вилк яхт корзин ' +
    'попытк поездк смен сумм цифр функци модел мил капл',
);
const NEUTER =
  /(?:[еая]ни|ти)е$|^(?:окно|место|слово|число|письмо|яблоко|яйцо|дело|дерево|колесо|кресло|зеркало|поле|море|утро|лето)$/;

/** Masculine nouns that look feminine behind two. */
const MASCULINE = words('мужчины папы дедушки дяди юноши судьи коллеги старосты воеводы');
/** Words in -и and -ы that are no nouns. */
const OTHERS = words(
  'или если чтобы при ими ними нами вами они эти мои твои свои наши ваши были почти внутри среди ради пути дни люди дети ведь',
);

/** The gender of what is counted where the words of the number differ: behind one by its own word, behind two by the genitive. */
export function genderOf(noun: string, number: number): Gender | undefined {
  const [ones, isTeen] = [number % 10, Math.floor(number / 10) % 10 === 1];
  if (isTeen) return undefined;
  if (ones === 1) {
    if (/(?:ция|сть)$/.test(noun) || (/[ая]$/.test(noun) && FEMININE.has(noun.slice(0, -1)))) return 'f';
    return NEUTER.test(noun) ? 'n' : undefined;
  }
  if (ones !== 2 || MASCULINE.has(noun) || OTHERS.has(noun)) return undefined;
  // A verb of the past has this ending too: "эти 2 пошли".
  if (/ли$/.test(noun)) return /^(?:недели|мили|капли|модели|земли|туфли|пули|роли|доли)$/.test(noun) ? 'f' : undefined;
  return /[иы]$/.test(noun) ? 'f' : undefined;
}
