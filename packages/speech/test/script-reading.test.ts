import type { Language } from '@talking-avatar/contract';
import { describe, expect, it } from 'vitest';
import { parseText } from '../src/index.ts';
import { normalizeScript } from '../src/normalization/index.ts';

/** Returns how a text is read aloud, word by word, and which written words that corresponds to. */
async function read(text: string, language: Language): Promise<{ said: string; written: string[] }> {
  const { script, words, readings } = await normalizeScript(parseText(text), language);
  const written = words.map(({ from, to }) => script.text.slice(from, to));
  return { said: written.map((word, i) => (readings[i] ?? word).trim()).join(' '), written };
}

describe('everyday texts', () => {
  it.each<[Language, string, string]>([
    [
      'en-US',
      '-$5, −£3, -€20.50, -5 €, -$3.2m, ($5)',
      'minus five dollars minus three pounds minus twenty euros and fifty cents minus five euros minus three point two million dollars five dollars',
    ],
    ['en-GB', 'The -£5 charge, a −£3.20 refund', 'The minus five pounds charge a minus three pounds twenty refund'],
    ['es-ES', '-5 €, −1.200,50 €, -$5', 'menos 5 euros menos 1200 euros con 50 menos 5 dólares'],
    ['fr-FR', '-5 €, −1 200,50 €', 'moins 5 euros moins 1200 euros 50'],
    ['de-DE', '-5 €, −1.200,50 €', 'minus 5 Euro minus 1200 Euro 50'],
    ['it-IT', '-5 €, 1 €, £1', 'meno 5 euro un euro una sterlina'],
    ['pr-BR', '-R$ 5,00, R$ -5', 'menos 5 reais menos 5 reais'],
    ['ko-KO', '-₩5000, -5,000원', '마이너스 5000 원 마이너스 5000원'],
    ['zh-CN', '-¥5，-5元', '负五 元 负五 元'],
    ['ja-JP', '-¥5、¥-5、$20', 'マイナス ゴエン マイナス ゴエン ニジュードル'],
    ['hi-IN', '-₹5, ₹५००', 'माइनस 5 रुपए 500 रुपए'],
    ['vi-VI', '-5.000đ, −200.000 VNĐ', 'âm năm nghìn đồng âm hai trăm nghìn đồng'],
    ['ar', 'الساعة 5:30, 10:15, 17:00', 'الساعة الخامسة و 30 دقيقة العاشرة و خَمس عشرة دقيقة السابعة عشرة'],
    ['ru-RU', '1%, 2 %, 20%, 1,5%, 21%', '1 процент 2 процента 20 процентов 1,5 процента 21 процент'],
    ['ar', '-5 €, -5 °م, ١/٢, ٢٠٢٤/١١/٢١', 'ناقص 5 يورو ناقص 5 درجة مئوية نصف 21 نوفمبر 2024'],
    [
      'ru-RU',
      '1 000 руб., 1 234,56 руб./кг, 21 км, 22 км, 5,5 км, 2 мин., 21 коп.',
      '1000 рублей 1234,56 рубля за килограмм 21 километр 22 километра 5,5 километра две минуты двадцать одна копейка',
    ],
    [
      'ru-RU',
      'г-н Иванов, г-жа Петрова, д. 5, кв. 12, ул. Ленина, г. Москва',
      'господин Иванов госпожа Петрова дом 5 квартира 12 улица Ленина город Москва',
    ],
    ['ru-RU', '№ 7, гл. 3, 500 г. до н. э., пр-т Мира', 'номер 7 глава 3 пятисотого года до нашей эры проспект Мира'],
    [
      'fr-FR',
      '21 heures, 21 femmes, 61 pages, 81 filles, 1 fois, à 21h00',
      'vingt et une heures vingt et une femmes soixante et une pages quatre-vingt-une filles une fois à vingt et une heures',
    ],
    [
      'fr-FR',
      '25 cl, 5 m³, 12/8, p. 12, av. J.-C., Dr Martin, sam. 10h, 3x/jour',
      '25 centilitres 5 mètres cubes 12/8 page 12 avant Jésus-Christ docteur Martin samedi 10 heures 3 fois par jour',
    ],
    [
      'zh-CN',
      '时速120km/h,1/2,3/4杯, 14：30，3:1，5×3=15',
      '时速 一百二十 公里每小时 二分之一 四分之三 杯 十四点三十分 三 比 一 五 乘 三 等于 十五',
    ],
    [
      'en-US',
      '5th Ave now, Pennsylvania Ave NW, Palm Dr. in St. Paul, Ave Maria',
      'fifth avenue now Pennsylvania avenue northwest Palm drive in Saint Paul Ave Maria',
    ],
    [
      'en-US',
      'Open 9-5, Mon–Sat 10-4, a 9-5 job, won 9-5, a 9-5 thriller',
      'Open nine to five Monday to Saturday ten to four a nine to five job won nine five a nine five thriller',
    ],
    [
      'en-US',
      '100m in 9.58s, 5 µg, 10m people, $5 m, J.R.R. Tolkien',
      'one hundred meters in nine point five eight seconds five micrograms ten million people five dollars m J R R Tolkien',
    ],
    ['en-US', 'C#, # 5, AT&T @ 5pm', 'C# # five eigh T and T @ five P M'],
    [
      'en-US',
      '2 + 2 = 4, 3 × 4, 10 ÷ 2, C++, 10+ years, A+',
      'two plus two equals four three times four ten divided by two C++ ten + years A+',
    ],
    [
      'en-US',
      '05/11/24, 2024/12/31, 99/99/99, 1/2/3, Tue, Jan 5',
      'May eleventh, twenty twenty four December thirty first, twenty twenty four 99/99/99 1/2/3 Tuesday January fifth',
    ],
    ['en-US', 'Henry VIII, Louis ＸＩＶ', 'Henry the eighth Louis the fourteenth'],
    ['de-DE', 'USA, EU, ADAC, NATO, ARD, ZDF', 'U S A E U A D A C NATO A R D Z D F'],
    [
      'de-DE',
      'Der 1. FC, im 18. Jh., vom 5.–7. Mai, am 1.1., 14.30 Uhr, 12.10.24',
      'Der erste FC im achtzehnten Jahrhundert vom fünften bis siebten Mai am ersten Januar 14 Uhr 30 zwölften Oktober 2024',
    ],
    [
      'de-DE',
      'vor 1 Stunde, 1 Tag, für 1 Tag, Seite 1 Tag, 1 km, 1 €, 3:1, 3-1',
      'vor einer Stunde ein Tag für einen Tag Seite 1 Tag ein Kilometer ein Euro 3 zu 1 3 zu 1',
    ],
    [
      'de-DE',
      'S. 12, z. T., 500 v. Chr., Kund*innen, 2,5‰, 20 kWh, S. Müller',
      'Seite 12 zum Teil 500 vor Christus Kundinnen 2,5 Promille 20 Kilowattstunden S Müller',
    ],
    [
      'it-IT',
      `art. 5, l'art. 12, Avv. Verdi, P.zza Duomo, p.es., 1 ora, 1 km, art. e`,
      "articolo 5 l'articolo 12 avvocato Verdi piazza Duomo per esempio un' ora un chilometro art e",
    ],
    [
      'es-ES',
      '1,80 m, 8 h, 500 mg/día, cap. 3, D. Juan, Juan D. Perón, 2 + 2 = 4, 10 x 3',
      '1,80 metros 8 horas 500 miligramos por día capítulo 3 don Juan Juan D Perón 2 más 2 igual a 4 10 por 3',
    ],
    ['es-US', '50¢, 24/7, 10 x 10', '50 centavos 24 7 10 por 10'],
    [
      'pt-PT',
      '500 mg, 3-1, 10-12, 21h00, 1250-096 Lisboa, 912 345 678',
      '500 miligramas 3 a 1 10 a 12 vinte e uma horas 1 2 5 0, 0 9 6 Lisboa 9 1 2, 3 4 5, 6 7 8',
    ],
    [
      'pr-BR',
      'por 3 x 1, 5 x 3 = 15, 10x de R$ 99,90, seg-sex, a.a.',
      'por 3 a 1 5 vezes 3 igual a 15 10 vezes de 99 reais e 90 segunda a sexta ao ano',
    ],
    ['ar', '١٢٣٤، ٣:٣٠، و/أو، 24/7، 9 ص، 1990م، ص. 12', '1234 الثالثة و 30 دقيقة و أو 24 7 9 صباحا 1990 ميلادية صفحة 12'],
    ['ja-JP', '5×3=15、ＸＩＶ、第Ⅷ章', 'ゴ カケル サン ワ ジューゴ ジューヨン ダイ ハッショー'],
    [
      'ko-KO',
      '제3장, 3장, 3대 1로, 1588-1234, 2024.5.1, 2,512.34, 100m²',
      '제3장 세 장 3대 1로 일 오 팔 팔, 일 이 삼 사 2024년 5월 1일 2512 점 삼 사 100 제곰미터',
    ],
    ['hi-IN', '1ला, 2रा, और/या, 10 cm, नं. 5', 'पहला दूसरा और या 10 सेंटीमीटर नंबर 5'],
    [
      'vi-VI',
      'TP.HCM, 3 m³, P.5, P. Nguyễn, tháng 11/2024, 30/4',
      'thành phố Hồ Chí Minh ba mét khối phường 5 P Nguyễn tháng mười một năm hai nghìn không trăm hai mươi tư 30/4',
    ],
    [
      'en-US',
      '$34.10/share, 72° and -5° tonight, §§4-5, Mon: 9am, Tue & Thu: 10-6',
      'thirty four dollars and ten cents per share seventy two degrees and minus five degrees tonight sections four to five Monday nine eigh M Tuesday & Thursday ten to six',
    ],
    [
      'en-US',
      'Jan 5, 31st Dec., 1.5M views, 50K users, 5k run, 4K TV, 19:30hrs',
      'January fifth the thirty first of December one point five million views fifty thousand users 5k run 4K TV nineteen thirty',
    ],
    ['de-DE', 'Di., 5.11., 5 Nov. kam, Papst Franziskus I.', 'Dienstag fünften November 5 Nov kam Papst Franziskus der erste'],
    [
      'es-ES',
      'Núm. 5, Sr. D. Luis, 30 seg., 5 nov. 2024, 25 de dic. y, llama al 900 123 456',
      'Número 5 señor don Luis 30 segundos 5 noviembre 2024 25 de diciembre y llama al 9 0 0, 1 2 3, 4 5 6',
    ],
    ['it-IT', 'ore 9.00-18.00, h 14.00, 5 nov. 2024, 30 sec., £5', 'ore 9 a 18 h 14 5 novembre 2024 30 secondi 5 sterline'],
    [
      'fr-FR',
      `30 s, 25 déc. 2024, 20 $, Lun-ven, 0 800 123 456, 5 s'il`,
      `30 secondes 25 décembre 2024 20 dollars Lundi à vendredi 0, 8 0 0, 1 2 3, 4 5 6 5 s'il`,
    ],
    [
      'pt-PT',
      'às 14h30min, 25 de dez. de, 13º salário, faz 30º, 30 s',
      'às 14 horas e 30 25 de dezembro de décimo terceiro salário faz 30 graus 30 segundos',
    ],
    [
      'ru-RU',
      'Пн–Пт, сб. 10, £5, 8:02, 25°, 1 января',
      'понедельник – пятница суббота 10 5 фунтов стерлингов 8 часов две минуты 25 градусов первого января',
    ],
    ['vi-VI', '100k, 50-100k, TV 4K', 'một trăm nghìn năm mươi đến một trăm nghìn TV 4K'],
    ['hi-IN', '1/1/2025', '1 जनवरी 2025'],
    ['ar', '1/1/2025', 'الأول من يناير 2025'],
    [
      'ja-JP',
      '令和6年11月21日(木)、1日3回、1日、(笑)、風速5m/s、500ml、100m²、20%OFF',
      'レーワ ロクネン ジューイチガツ ニジューイチニチ モクヨービ イチニチ サンカイ ツイタチ ワライ フーソク ゴメートルマイビョー ゴヒャクミリリットル ヒャクヘーホーメートル ニジューパーセント オフ',
    ],
    [
      'ja-JP',
      '丸の内1-2-3、〒100-0005、No.1、Vol.3、①、110-98、10-20人',
      'マルノウチ イチ ノ ニ ノ サン イチゼロゼロ ノ ゼロゼロゼロゴー ナンバー イチ ボリューム サン イチ ヒャクジュータイ キュージューハチ ジューカラ ニジューニン',
    ],
  ])('is read: %s %j', async (language, text, said) => {
    const reading = await read(text, language);
    expect(reading.said).toBe(said);
    for (const word of reading.written) expect(word).toBe(word.trim());
  });

  // These must not match: scores, initials, names, labels, and versions.
  it.each<[Language, string, string]>([
    [
      'en-US',
      'A $20 T-shirt, $5 M&Ms, $15 M size, C++ with 10+ years',
      'A twenty dollars T-shirt five dollars M&Ms fifteen dollars M size C++ with ten + years',
    ],
    [
      'en-US',
      'I sing Ave Maria. The Rd is closed. Dr. Who, Dr. J, Dr. and Mrs. Lee',
      'I sing Ave Maria The Rd is closed Doctor Who Doctor J Doctor and Missis Lee',
    ],
    [
      'en-US',
      'He won 9-5. A 9-5 thriller. $5 m; 5m views; 10-m rope; 5 M students',
      'He won nine five A nine five thriller five dollars m five million views ten m rope five M students',
    ],
    [
      'en-US',
      'The @ sign, the # key, C# and F#, a@b; p. and no.; Part A-1, x-5, (5)-3',
      'The @ sign the # key C# and F# a@b p and no Part A-1 x-5 five three',
    ],
    [
      'en-US',
      '$5-$10; $5 -$10; cost-$5; 5 x 3, 10x engineer; E=mc², A+, B+ grade',
      'five to ten dollars five dollars ten dollars cost five dollars five by three 10x engineer E=mc² A+ B+ grade',
    ],
    [
      'en-US',
      'I/O, TCP/IP, 1/2/3, 5.11.24, 12.10.24; N, S, E, W. 1s; v2.5s; Jan said so',
      'I/O TCP/IP 1/2/3 5.11.24 12.10.24 N S E W 1s v2.5s Jan said so',
    ],
    [
      'en-US',
      'Type C, USB-C, Mark C. Smith, IV drip, Vitamin C, ~/home, a~b; the U.S. and J. Smith',
      'Type C USB-C Mark C Smith IV drip Vitamin C ~/home a~b the U.S and J Smith',
    ],
    ['en-GB', 'St Ives St, 10 Downing St, Main St W', 'Saint Ives St ten Downing street Main St west'],
    [
      'de-DE',
      'Kapitel 1, Seite 1 Tag, um 1 Uhr, Platz 1 Euro, S. Müller, Art. und Kap., Am 5. kam er',
      'Kapitel 1 Seite 1 Tag um 1 Uhr Platz 1 Euro S Müller Art und Kap Am 5 kam er',
    ],
    [
      'de-DE',
      'Version 1.1. Kapitel 2.3. Nr 1.2.3, Mo. kommt, So 5 Leute, 5-fach, Boeing 747-8, A-5',
      'Version 1.1 Kapitel 2.3 Nr 1.2.3 Montag kommt So 5 Leute 5-fach Boeing 747-8 A-5',
    ],
    ['de-DE', 'ICH WEISS NICHT OB ER IM ICE IST, OB IM EG, ABER ES IST OP', 'ICH WEISS NICHT OB ER IM ICE IST OB IM EG ABER ES IST OP'],
    [
      'fr-FR',
      `1 seule, 21 heureux, chapitre 1 traite, 21 le soir, 1 à 0, il a 3 l'an, 5 m'ont, l m g, 3x plus`,
      `1 seule 21 heureux chapitre 1 traite 21 le soir 1 à 0 il a 3 l'an 5 m'ont l m g 3 fois plus`,
    ],
    [
      'fr-FR',
      'le 21 mai, 21 et 22, 101 dalmatiens, 21 comités, 1 lycée, 31 étés, 71 pages, p. et art.',
      'le 21 mai 21 et 22 101 dalmatiens 21 comités 1 lycée 31 étés 71 pages p et art',
    ],
    [
      'es-ES',
      'capítulo 1 trata, D. F., Juan D. Perón, J. D. Salinger, 3-1, Xbox, @, #, C#, -a, m y l',
      'capítulo 1 trata D F Juan D Perón J D Salinger 3 a 1 Xbox @ # C# a m y l',
    ],
    [
      'it-IT',
      'capitolo 1 parla, 1 a 0, il 1 maggio, 1 era, 21 ore, c. e p., mar. e sab., Serie A 1, dom. è',
      'capitolo 1 parla 1 a 0 il 1 maggio 1 era 21 ore c e p martedì e sabato Serie A 1 domenica è',
    ],
    ['pt-PT', '1 a 0, 2 a 1, seg. e qua., l, g, dia 2, 12345-678', '1 a 0 2 a 1 segunda e quarta l g dia 2 12345-678'],
    ['ru-RU', 'д. и кв., п. и с., ст. и гл., ч, л, с 5, 5 раз, А. С. Пушкин', 'д и кв п и с ст и гл ч л с пяти 5 раз А С Пушкин'],
    [
      'zh-CN',
      '2月2日，12个，2.2米，22米，第2米，C++，A+，1,234,567人',
      '二 月 二 日 十二 个 二点二 米 二十二 米 第 二 米 C + + A + 一百二十三万四千五百六十七 人',
    ],
    ['ja-JP', 'C++、A+、#、@、x', 'C + + A + # @ x'],
    ['ko-KO', '대 3대 2, 제3장, C++, A+, 5월', '대 3대 2 제3장 C++ A+ 5월'],
    ['ar', 'م، علي، NATO', 'م علي NATO'],
    ['hi-IN', '21ला, #, @, m', '21ला # @ m'],
    ['vi-VI', 'P. Nguyễn, Q. và P., đ, m, g, 30/4', 'P Nguyễn Q và P đ m g 30/4'],
    [
      'en-US',
      'Jan said so. Mar is here. The May 5 crowd; 72 W; §; a 5-Dec; Sun, sea; No one',
      'Jan said so Mar is here The May fifth crowd seventy two watts § a five Dec Sun sea No one',
    ],
    ['es-ES', 'dic, nov y 5 s.l., 900 123 456 habitantes, D. F.', 'dic nov y 5 s.l 900123456 habitantes D F'],
    ['fr-FR', `5 s'il, nov et déc, l'an 5, 0 800`, `5 s'il nov et déc l'an 5 0800`],
    ['it-IT', '9.00, 5 set vinti, 3 set, 800 123 456 abitanti, le 5', '9.00 5 set vinti 3 set 800123456 abitanti le 5'],
    ['de-DE', '5 Nov, So kam er, Nov. und Dez., Ludwigs', '5 Nov So kam er Nov und Dez Ludwigs'],
    ['pt-PT', '30º, dez pessoas, 5 dez, faz 25º', '30 graus dez pessoas 5 dez faz 25 graus'],
    ['ja-JP', '木、笑、(木)、第1日、5月1日、v、no、1-2、x²', 'キ エミ キ ダイ ツイタチ ゴガツ ツイタチ v、no イチカラ ニ x ²'],
  ])('leaves unchanged: %s %j', async (language, text, said) => {
    expect((await read(text, language)).said).toBe(said);
  });
});

describe('text that depends on its context', () => {
  it.each<[Language, string, string]>([
    ['en-US', 'I live in the U.S. He left.', 'I live in the U S He left'],
    ['en-US', 'Washington D.C. The mayor came.', 'Washington D C The mayor came'],
    ['en-US', 'The F.B.I. The agent left.', 'The F B I The agent left'],
    ['en-US', 'the U.S. In 2020', 'the U S In twenty twenty'],
    ['en-US', 'J.R.R. Tolkien wrote', 'J R R Tolkien wrote'],
    ['en-US', 'U.S. Army and U.S. Senate', 'U S Army and U S Senate'],
    ['en-US', 'U.S.Army', 'U S Army'],
    ['en-US', 'J.R.R.Tolkien', 'J R R Tolkien'],
    ['en-US', 'He left the U.S. Nobody knew.', 'He left the U S Nobody knew'],
    ['en-US', 'by A.A. Milne.', 'by eigh eigh Milne'],
    ['en-US', 'The answer is no. 3 people came.', 'The answer is no three people came'],
    ['en-US', 'modern art. 5 people', 'modern art five people'],
    ['en-US', 'Give me a sec. 5', 'Give me a sec five'],
    ['en-US', 'vitamin c. 5', 'vitamin c five'],
    [
      'en-US',
      'room no. 5, the no. 1 hit, see art. 5, sec. 3 of it, c. 1850, fig. 2, Art. 5 of the treaty',
      'room number five the number one hit see article five section three of it circa eighteen fifty figure two Article five of the treaty',
    ],
    [
      'en-US',
      'on 3/4/21, 12/31/99, 05/06/21',
      'on March fourth, twenty twenty one December thirty first, nineteen ninety nine May sixth, twenty twenty one',
    ],
    ['en-US', 'Posted: 1/5/24, ranked no. 1', 'Posted January fifth, twenty twenty four ranked number one'],
    ['ru-RU', 'с 1.2.24', 'с первого февраля две тысячи двадцать четвёртого года'],
    ['ar', 'الساعة الـ 5 م', 'الساعة الـ 5 مساء'],
    ['en-US', '5 g, 10 W, 5 L of milk', 'five grams ten watts five liters of milk'],
    ['en-US', '10 Palm Dr Apt 4', 'ten Palm drive Apt four'],
    ['en-US', '10 Palm St Apt 4, Dr Lee', 'ten Palm street Apt four Doctor Lee'],
    ['en-US', '10 Palm Dr. Apt. 4', 'ten Palm drive apartment four'],
    ['ru-RU', 'Он упал на пол.', 'Он упал на пол'],
    ['ru-RU', 'и т. д. 5 книг', 'и так далее 5 книг'],
    ['ru-RU', 'и т. п. 3 книги', 'и тому подобное 3 книги'],
    ['ru-RU', 'домой с. 5 человек', 'домой с 5 человек'],
    ['ru-RU', 'т. д. 5, см. с. 5, д. 5, п. 3', 'т д 5 смотри страница 5 дом 5 пункт 3'],
    ['ru-RU', 'и т. д. 5, см. с. 5', 'и так далее 5 смотри страница 5'],
    ['ru-RU', 'раздел 2.1.10', 'раздел 2.1.10'],
    ['ru-RU', 'от 2.1.10, 01.02.24', 'от второго января две тысячи десятого года первого февраля две тысячи двадцать четвёртого года'],
    ['de-DE', 'Peter S. 5 Leute', 'Peter S 5 Leute'],
    ['de-DE', 'siehe S. 5, Buch, S. 12, dieser Art. 5 Leute, nach Art. 5', 'siehe Seite 5 Buch Seite 12 dieser Art 5 Leute nach Artikel 5'],
    ['de-DE', 'Abschnitt 2.1.10', 'Abschnitt 2.1.10'],
    ['de-DE', '§ 3.4.12', 'Paragraf 3.4.12'],
    ['de-DE', 'Kapitel 3.4.12', 'Kapitel 3.4.12'],
    ['de-DE', 'Firmware 2.1.10', 'Firmware 2.1.10'],
    ['de-DE', 'am 2.1.10, 01.02.24', 'am zweiten Januar 2010 ersten Februar 2024'],
    [
      'de-DE',
      'ab 1 Stunde, binnen 1 Woche, während 1 Minute, an 1 Tag, auf 1 Seite, unter 1 Stunde',
      'ab einer Stunde binnen einer Woche während einer Minute an einem Tag auf einer Seite unter einer Stunde',
    ],
    ['de-DE', 'Formel 1 Punkt', 'Formel 1 Punkt'],
    ['it-IT', 'vitamina c. 5', 'vitamina c 5'],
    ['it-IT', 'art. 3, c. 5', 'articolo 3 comma 5'],
    ['it-IT', 'le 3.50 di ieri', 'le 3.50 di ieri'],
    ['it-IT', 'le 5.30 per cento', 'le 5.30 per cento'],
    ['it-IT', 'alle 3.50, 1 ora, 1 km, capitolo 1 ora', "alle 3 e 50 un' ora un chilometro capitolo 1 ora"],
    ['it-IT', 'le 5.30 di mattina', 'le 5 e 30 di mattina'],
    ['it-IT', '1 ora e 1 giorno', "un' ora e un giorno"],
    ['ar', 'سباق 100 م', 'سباق 100 متر'],
    ['ar', 'ارتفاعه 300 م', 'ارتفاعه 300 متر'],
    ['ar', 'الطول 5 م والعرض 3 م', 'الطول 5 متر والعرض 3 متر'],
    ['ar', 'الساعة 5 م', 'الساعة الخامسة مساء'],
    ['ar', '5:30 م', 'الخامسة و 30 دقيقة مساء'],
    ['ar', 'عام 2024 م', 'عام 2024 ميلادية'],
    ['ar', 'سنة 622 م', 'سنة 622 ميلادية'],
    ['ar', 'في 1945 م', 'في 1945 ميلادية'],
    ['ar', 'مسافة 1500 م', 'مسافة 1500 متر'],
    ['ar', '9 ص - 5 م', '9 صباحا 5 مساء'],
    ['ar', '5 م²', '5 متر مربع'],
    ['ar', '٣٠٠ م', '300 متر'],
    ['ar', '١٬٢٣٤٫٥', '1234.5'],
    ['fr-FR', 'St Malo, Ste-Marie, St-Jean, Mt Blanc, Ste Anne', 'saint Malo sainte Marie saint Jean mont Blanc sainte Anne'],
    ['fr-FR', "art. 5 du code, l'art. 5 personnes", "article 5 du code l'art 5 personnes"],
    ['vi-VI', 'giá 5k', 'giá năm nghìn'],
    ['pt-PT', '5 km, 10 km/h, 3 km²', '5 quilómetros 10 quilómetros por hora 3 quilómetros quadrados'],
    ['pr-BR', '5 km', '5 quilômetros'],
    ['ko-KO', '버스 3대 2000원', '버스 세 대 2000원'],
    ['ko-KO', '3대 1로', '3대 1로'],
    ['ko-KO', '대 3대 2', '대 3대 2'],
    ['ko-KO', '버스 3대 2,000원', '버스 세 대 2000원'],
    ['zh-CN', '50％, ５０个, 50%, ２个', '百分之五十 五十 个 百分之五十 两 个'],
    [
      'ja-JP',
      '１２，０００円 ＄５ 14：30 ￥５００ ３．５個',
      'イチマンニセンエン ゴドル ジューヨジ サンジュップン ゴヒャクエン サンテンゴーコ',
    ],
  ])('is read: %s %j', async (language, text, said) => {
    expect((await read(text, language)).said).toBe(said);
  });

  it.each<[string, Language, string, string]>([
    ['months', 'fr-FR', 'le 1er déc. à midi. Il déc.', 'le premier décembre à midi Il déc'],
    ['months', 'ru-RU', '5 дек. с утра, дек', 'пятого декабря с утра дек'],
    ['months', 'pr-BR', '1º/1/2001, 1º andar', 'primeiro de janeiro de 2001 primeiro andar'],
    ['minutes', 'es-ES', '10 min. Luego, la minoría, edad min. 18', '10 minutos Luego la minoría edad min 18'],
    ['kitchen', 'pr-BR', '2 xíc. de óleo, 1/2 xíc. de sal', 'duas xícaras de óleo meia xícara de sal'],
    ['kitchen', 'ru-RU', '2 ст. л. соли, ст. 5', 'две столовые ложки соли статья 5'],
    ['kitchen', 'hi-IN', '200 ग्रा. आटा, ग्राहक', '200 ग्राम आटा ग्राहक'],
    ['kitchen', 'ko-KO', '2큰술, 3컵, 2024컵', '두 큰술 세 컵 2024컵'],
    ['kitchen', 'fr-FR', '1/2 heure', 'une demi heure'],
    ['about', 'pt-PT', 'aprox. 45 min, aproximado', 'aproximadamente 45 minutos aproximado'],
    ['for', 'pr-BR', 'p/ todos, s/ gelo, 5 km/h, s/n', 'para todos sem gelo 5 quilômetros por hora sem número'],
    ['and', 'de-DE', 'am 2. u. 3. Okt., u. a., s. u. hier', 'am zweiten und dritten Oktober unter anderem siehe unten hier'],
    ['and', 'de-DE', 'Der Buchstabe u. Dann v.', 'Der Buchstabe u Dann v'],
    ['weekdays', 'de-DE', 'Mo. u. Do. von 9 bis 12', 'Montag und Donnerstag von 9 bis 12'],
    ['included', 'it-IT', 'escl. le spese, IVA incl., incluso', 'escluse le spese IVA inclusa incluso'],
    ['ordinals', 'es-US', 'el 2do, la 3ra, 2 donas, 3 rap', 'el segundo la tercera 2 donas 3 rap'],
    ['ordinals', 'ru-RU', 'на 5-й странице, 5-й этаж, 3-й и', 'на пятой странице пятый этаж третий и'],
    ['centuries', 'fr-FR', 'au XVIIe s. ; des chiens. Le', 'au dix-septième siècle des chiens Le'],
    ['seconds', 'it-IT', '30 sec. dopo, pochi sec., secco', '30 secondi dopo pochi sec secco'],
    ['rooms', 'vi-VI', 'P. 204, P. 5', 'phòng hai trăm lẻ bốn phường năm'],
    ['rooms', 'ru-RU', 'каб. 12, каб', 'кабинет 12 каб'],
    ['rooms', 'it-IT', 'al bin. 12, bingo', 'al binario 12 bingo'],
    ['prices', 'en-US', '$3.49/gal, a $75 fee', 'three dollars and forty nine cents per gallon a seventy five dollar fee'],
    ['prices', 'en-GB', 'a £75 deposit, a £5 or so', 'a seventy five pound deposit a five pounds or so'],
    ['prices', 'it-IT', '40 €/notte, 9 €/ora, 3 €/kg', "40 euro a notte 9 euro all'ora 3 euro al chilo"],
    ['prices', 'zh-CN', '¥480/间', '四百八十 元 每 间'],
    ['scores', 'en-US', 'won 112-108, pages 12-9', 'won one hundred twelve to one hundred eight pages twelve nine'],
    ['scores', 'ru-RU', 'Счёт 2:1, в 12:15', 'Счёт 2 1 в 12 часов 15 минут'],
    ['times', 'ja-JP', '18時05分、007', 'ジューハチジ ゴフン ゼロゼロナナ'],
    ['pronouns', 'en-US', 'The chapter I read was long', 'The chapter I read was long'],
    [
      'pronouns',
      'en-US',
      'Part I am proud of, in part I agree, the third chapter I wrote',
      'Part I am proud of in part I agree the third chapter I wrote',
    ],
    [
      'pronouns',
      'en-US',
      'Part I of the book, Part I covers, Phase I trials, World War I had begun',
      'Part one of the book Part one covers Phase one trials World War one had begun',
    ],
    [
      'volts',
      'ru-RU',
      'Ученик 7 В класса. Температура 5 В среднем, д. 5 В, кв. 12 В',
      'Ученик 7 В класса Температура 5 В среднем дом 5 В квартира 12 В',
    ],
    ['sources', 'de-DE', 'eine gute Art. 5 Leute kamen, Familie S. 3 Kinder', 'eine gute Art 5 Leute kamen Familie S 3 Kinder'],
    ['sources', 'ru-RU', 'домой с. 5 человек, сел под. 5 минут; д. 3, под. 5', 'домой с 5 человек сел под 5 минут дом 3 подъезд 5'],
    [
      'sources',
      'fr-FR',
      "Il fait de l'art. 3 personnes. Un vol. 3 heures. Voir art. 3",
      "Il fait de l'art 3 personnes Un vol 3 heures Voir article 3",
    ],
    [
      'sources',
      'en-US',
      'She ate a fig. 3 minutes later, he studies Art. 20 people joined, see fig. 3',
      'She ate a fig three minutes later he studies Art twenty people joined see figure three',
    ],
    [
      'titles',
      'de-DE',
      'Liebe Fr. von Berg, liebe Fr. und Herr Klein; Fr. und Sa.',
      'Liebe Frau von Berg liebe Frau und Herr Klein Freitag und Sa',
    ],
    ['titles', 'ru-RU', 'Ср. темп, ср. и пт.', 'Ср темп среда и пт'],
    [
      'calls',
      'en-US',
      'Call 200 of them, we call 150 per day, I call 100 every day, call 411',
      'Call two hundred of them we call one hundred fifty per day I call one hundred every day call four one one',
    ],
    [
      'initials',
      'en-US',
      'In 2019 S. Johnson moved. In 1905 E. Rutherford left. Grade 4 E. Coli',
      'In twenty nineteen S Johnson moved In nineteen oh five E Rutherford left Grade four E Coli',
    ],
    [
      'initials',
      'en-US',
      'page 12 S. Freud, at 5 S. Then, 5 W. 3rd St., 12 E. Oak Avenue',
      'page twelve S Freud at five S Then five west third street twelve east Oak Avenue',
    ],
    ['weekdays', 'vi-VI', 'iPhone T3, áo T5, xe tăng T5, Trường CN, Hà Nội', 'iPhone T3 áo T5 xe tăng T5 Trường CN Hà Nội'],
    ['weekdays', 'vi-VI', 'Hội CN. Căn hộ CH 5, T2-T6, T7 và CN', 'Hội CN Căn hộ CH năm thứ hai đến thứ sáu thứ bảy và chủ nhật'],
    ['prices', 'hi-IN', '500/- रुपये, 500/-', '500 रुपए 500 रुपए'],
    ['and', 'de-DE', 'Klein u. Groß, Wein u. Bier, das u. dies', 'Klein und Groß Wein und Bier das u dies'],
    ['hours', 'de-DE', 'Am 24.12 kommt er, ab 9.30 geht es los, Samstag 20.30', 'Am 24.12 kommt er ab 9.30 geht es los Samstag 20.30'],
    [
      'minutes',
      'en-US',
      'a min. walk, a min. or two, the 90th min. of play, min. stay',
      'a min walk a min or two the ninetieth min of play minimum stay',
    ],
    ['lengths', 'en-US', 'He is 5 ft 11 in. She is not.', 'He is five feet eleven inches She is not'],
    ['comparisons', 'en-US', 'Profits > costs, BMI >30, I <3 you', 'Profits greater than costs BMI greater than thirty I < three you'],
    ['titles', 'ja-JP', 'ロッキーIV', 'ロッキー フォー'],
    ['kilometers', 'pt-PT', 'No km 5', 'No quilómetro 5'],
    ['kilometers', 'pr-BR', 'No km 5', 'No quilômetro 5'],
    ['spans', 'zh-CN', '活了1500-2000年，1000-1200年，1998-2005年', '活了 一千五百 到 二千 年 一千 到 一千二百 年 一九九八到二零零五 年'],
    ['weekdays', 'pt-PT', 'vou ter. 5 anos, ter. 9h', 'vou ter 5 anos terça 9 horas'],
    ['weekdays', 'fr-FR', 'la mer. 3 heures, mer. 10h, mer. et jeu. matin', 'la mer 3 heures mercredi 10 heures mercredi et jeudi matin'],
    [
      'years',
      'de-DE',
      '1.500 Münzen, 1500 Münzen, Version 1.1, Nr. 1234; sie kam 1954 nach Berlin',
      '1500 Münzen 1500 Münzen Version 1.1 Nummer 1234 sie kam neunzehnhundertvierundfünfzig nach Berlin',
    ],
  ])('reads abbreviations and leaves words alone: %s, %s %j', async (_, language, text, said) => {
    expect((await read(text, language)).said).toBe(said);
  });

  it.each<[string, string]>([
    ['I live in the U.S. He left.', 'U.S'],
    ['Washington D.C. The mayor came.', 'D.C'],
    ['The F.B.I. The agent left.', 'F.B.I'],
    ['the U.S. In 2020', 'U.S'],
    ['She joined the Y.W.C.A. Nancy came.', 'Y.W.C.A'],
    ['Books by J.R.R. Tolkien sell.', 'J.R.R.'],
    ['The U.S. Senate voted.', 'U.S.'],
  ])('preserves the period that ends a sentence: %j', async (text, initials) => {
    expect((await read(text, 'en-US')).written.find((word) => /\p{Lu}\.\p{Lu}/u.test(word))).toBe(initials);
  });
});
