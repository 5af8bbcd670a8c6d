import { LANGUAGES, type Language } from '@talking-avatar/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmbeddedEngine, parseText } from '../src/index.ts';
import { parseNumber } from '../src/normalization/core/numbers.ts';
import { normalizeScript } from '../src/normalization/index.ts';
import { verbalizeCounted, verbalizeNumber } from '../src/normalization/ja/numbers.ts';
import { LANGUAGE_RULES } from '../src/normalization/languages.ts';

/** Returns how a text is read aloud, word by word. */
async function read(text: string, language: Language): Promise<string> {
  const { script, words, readings } = await normalizeScript(parseText(text), language);
  return words.map(({ from, to }, i) => (readings[i] ?? script.text.slice(from, to)).trim()).join(' ');
}

/** Letters and digits, but no modifiers. */
const SAID = /[\p{L}\p{Nd}]/u;

describe('reading aloud', () => {
  it.each<[Language, string, string]>([
    ['en-US', 'Dr. Lee paid $12.50.', 'Doctor Lee paid twelve dollars and fifty cents'],
    ['en-US', 'On 2024-11-21 at 3:05', 'On November twenty first, twenty twenty four at three oh five'],
    ['en-GB', '5 km/h, 21/11/1999', 'five kilometres per hour the twenty first of November, nineteen ninety nine'],
    ['de-DE', 'z. B. 12,50 € am 3. Oktober', 'zum Beispiel 12 Euro 50 am dritten Oktober'],
    ['de-DE', 'Um 15:30 Uhr', 'Um 15 Uhr 30'],
    ['fr-FR', 'M. Roux, 15h30, 2e', 'monsieur Roux 15 heures 30 deuxième'],
    ['es-ES', 'El Sr. Gil, 21/11/2024', 'El señor Gil 21 de noviembre de 2024'],
    ['it-IT', 'Il Dott. Rossi, 5 kg', 'Il dottor Rossi 5 chili'],
    ['pr-BR', 'R$ 12,50', '12 reais e 50'],
    ['ru-RU', 'в 2024 г. 5 км и т. д.', 'в две тысячи двадцать четвёртом году 5 километров и так далее'],
    ['ru-RU', '21 ₽', '21 рубль'],
    ['hi-IN', 'डॉ. राम 5 किमी', 'डॉक्टर राम 5 किलोमीटर'],
    ['vi-VI', 'TP. Huế ngày 5 km', 'thành phố Huế ngày năm ki lô mét'],
    ['ko-KO', '사과 3개 10%', '사과 세 개 10 퍼센트'],
    ['zh-CN', '2024年2个', '二零二四年 两 个'],
    ['ar', '5 كم', '5 كيلومتر'],
    ['ja-JP', '私は東京へ行きました。', 'ワタシ ワ トーキョー エ イキマシタ'],
    ['ja-JP', '2024年11月21日、3本', 'ニセンニジューヨネン ジューイチガツ ニジューイチニチ サンボン'],
    ['en-US', 'a@b.com', 'a at b dot com'],
    ['en-GB', 'x < y and y > z', 'x less than y and y greater than z'],
    ['de-DE', 'Wenn a<b, 3 > 2.5', 'Wenn a kleiner als b 3 größer als 2.5'],
    ['fr-FR', 'a <- b >> c <3', 'a < b >> c <3'],
    ['hi-IN', '₹1,25,000.50 और 1,25,000', '125000 रुपए 50 पैसे और 125000'],
    ['en-US', 'I owe ₹1,25,000.', 'I owe one hundred twenty five thousand rupees'],
    ['ar', '١٢٪', '12 بالمئة'],
    ['ko-KO', '1,250원(12.5%)을', '1250 원 12 점 오 퍼센트 을'],
    ['de-DE', 'Der Preis(12,50€)ist 5 km²', 'Der Preis 12 Euro 50 ist 5 Quadratkilometer'],
    ['en-US', '+1 555 0100', '+ one, five five five, zero one zero zero'],
    ['en-US', 'It cost €3.5m, $2bn, £1.2k.', 'It cost three point five million euros two billion dollars one point two thousand pounds'],
    ['en-US', '$4.2 billion, 5bn, £3.50, $0.99', 'four point two billion dollars five billion three pounds fifty ninety nine cents'],
    ['en-US', '1/2, 3/4, 2 1/2 cups, ½, 1½, 2/3', 'one half three quarters two and a half cups one half one and a half two thirds'],
    ['en-US', `He is 5'11" and 5′11″, 12″`, 'He is five foot eleven and five foot eleven twelve inches'],
    [
      'en-US',
      'Mt. Fuji, Ft. Worth, St. Louis, 5 Elm St., on Main St. We',
      'Mount Fuji Fort Worth Saint Louis five Elm street on Main street We',
    ],
    [
      'en-US',
      'Call 911, open 24/7, 911 people since 9/11',
      'Call nine one one open twenty four seven nine hundred eleven people since nine eleven',
    ],
    ['en-US', 'Elizabeth II, Louis XIV, Chapter IV, World War II', 'Elizabeth the second Louis the fourteenth Chapter four World War two'],
    ['en-US', 'I told Elizabeth I was MIX, DIM and CIVIC. Part I ends.', 'I told Elizabeth I was MIX DIM and CIVIC Part one ends'],
    ['en-US', 'At 10:30am, 7 p.m. or 12:05:09', 'At ten thirty eigh M seven P M or twelve oh five and nine seconds'],
    ['en-US', '5±1 mm, ≤ 3, -5°F', 'five plus or minus one millimeter less than or equal to three minus five degrees Fahrenheit'],
    ['en-US', '1-800-555-0199, 555-0199', 'one, eight zero zero, five five five, zero one nine nine five five five, zero one nine nine'],
    [
      'en-US',
      'In 1999, the 1980s, 1,234.5, 21st, 50%',
      'In nineteen ninety nine the nineteen eighties one thousand two hundred thirty four point five twenty first fifty percent',
    ],
    ['en-US', '5-10 kg, pp. 3–5, F-16', 'five to ten kilograms pages three to five F-16'],
    [
      'en-GB',
      '020 7946 0958, 10st, 1,234',
      'zero two zero, seven nine four six, zero nine five eight ten stone one thousand two hundred and thirty four',
    ],
    ['de-DE', 'EU, USA und SPD; ICH WEISS NICHT OB ER IM ICE IST.', 'E U U S A und S P D ICH WEISS NICHT OB ER IM ICE IST'],
    ['it-IT', 'VI HO VISTO, capitolo VI', 'VI HO VISTO capitolo 6'],
    ['de-DE', 'Das ABC, Hauptstr. 5', 'Das A B C Hauptstraße 5'],
    ['de-DE', '030 1234567, 3,5 Mio. €, 3/4', '0 3 0, 1 2 3 4 5 6 7 3,5 Millionen Euro 3 Viertel'],
    ['de-DE', 'Ludwig XIV. war im 17. Jahrhundert', 'Ludwig der vierzehnte war im siebzehnten Jahrhundert'],
    ['fr-FR', '01.23.45.67.89 et 01 23 45 67 89', '0 1, 23, 45, 67, 89 et 0 1, 23, 45, 67, 89'],
    ['fr-FR', 'Louis XIV au XVIIe, François Ier, 1re, 3,5 M€', "Louis 14 au dix-septième François premier première 3,5 millions d'euros"],
    ['es-ES', 'C/ Mayor, 1/2, Felipe VI, siglo XXI, 1.er', 'calle Mayor medio Felipe sexto siglo 21 primer'],
    ['es-US', '11/21/2024 y 21/11/2024', '21 de noviembre de 2024 y 21 de noviembre de 2024'],
    ['it-IT', 'nel XX secolo, Luigi XIV, il 3°', 'nel ventesimo secolo Luigi quattordicesimo il terzo'],
    ['pr-BR', '(11) 98765-4321, CEP 01310-100', '1 1, 9 8 7 6 5, 4 3 2 1 CEP 0 1 3 1 0, 1 0 0'],
    ['pr-BR', '1.º, 1.ª, R$ 3,5 milhões', 'primeiro primeira 3,5 milhões de reais'],
    [
      'ru-RU',
      'XXI век, в XIX веке, Пётр I, 90-е годы, 1990 год',
      'двадцать первый век в девятнадцатом веке Пётр первый девяностые годы тысяча девятьсот девяностый год',
    ],
    ['ru-RU', '1 234,50 и 1\u00a0234,50 и 1\u202f234,50', '1234,50 и 1234,50 и 1234,50'],
    ['ar', '١٬٢٣٤٫٥٠', '1234.50'],
    ['hi-IN', '98765 43210, 1/2, 2½, ₹1.5 करोड़', '9 8 7 6 5, 4 3 2 1 0 आधा ढाई 1 दशमलव 5 करोड़ रुपए'],
    ['vi-VI', '50.000đ, 25.000 đ, 8h30, đ', 'năm mươi nghìn đồng hai mươi lăm nghìn đồng tám giờ ba mươi phút đ'],
    ['zh-CN', '一共花了¥125，138-1234-5678', '一共 花了 一百二十五 元 一三八, 一二三四, 五六七八'],
    ['ko-KO', '10~20명, 3.5km', '열에서 스무 명 3 점 오 킬로미터'],
    ['hi-IN', '3:30 बजे', 'साढ़े 3 बजे'],
    ['vi-VI', 'ngày 2/9/1945', 'ngày hai tháng chín năm một nghìn chín trăm bốn mươi lăm'],
    ['ja-JP', '二〇二四年三月八日', 'ニセンニジューヨネン サンガツ ヨーカ'],
    ['de-DE', 'im 19. und 20. Jahrhundert', 'im neunzehnten und zwanzigsten Jahrhundert'],
    ['en-US', 'World War I was from 1914-1918, 16:9', 'World War one was from nineteen fourteen to nineteen eighteen sixteen to nine'],
    ['en-GB', '999, 50p', 'nine nine nine fifty pence'],
    ['zh-CN', '今天-5度，10km，3-5天，3/4', '今天 零下五 度 十 公里 三 到 五 天 四分之三'],
    ['ko-KO', '4송이를 -5도, 1/2', '네 송이를 영하 5 도 2분의 1'],
    ['ja-JP', '二十日、三百円、-5度、3/4', 'ハツカ サンビャクエン マイナス ゴド ヨンブンノサン'],
    ['ja-JP', '一人、二人、10-20人', 'ヒトリ フタリ ジューカラ ニジューニン'],
    ['en-US', 'A $20 T-shirt, $5 M&Ms, $5 K-cups', 'A twenty dollars T-shirt five dollars M&Ms five dollars K-cups'],
    ['en-GB', 'a £30 T-shirt, $15 M, £5m', 'a thirty pounds T-shirt fifteen dollars M five million pounds'],
    ['es-ES', '$20 M, 20 M€, $20M', '20 dólares M 20 millones de euros 20 millones de dólares'],
    ['en-US', 'USB Type C, Section L, Mark C. Smith, Type X', 'USB Type C Section L Mark C Smith Type ten'],
    ['de-DE', 'Typ C, Klasse V', 'Typ C Klasse 5'],
    ['fr-FR', 'type C, phase L', 'type C phase L'],
    ['es-ES', 'tipo C', 'tipo C'],
    ['it-IT', 'classe C', 'classe C'],
    ['pr-BR', 'artigo C, D. João VI, D. Pedro II, D. Maria I', 'artigo C dom João sexto dom Pedro segundo dona Maria primeira'],
    ['en-US', 'The IV drip. Her IV, Start IV fluids.', 'The IV drip Her IV Start IV fluids'],
    ['en-US', 'The XX chromosome, an IV, her Sister IV line', 'The XX chromosome an IV her Sister IV line'],
    ['zh-CN', 'VI设计，XXX公司，X世代', 'VI 设计 XXX 公司 X 世代'],
    ['ko-KO', 'IV 주사, X세대, XXX 회사', 'IV 주사 X세대 XXX 회사'],
    [
      'en-US',
      '500-1000 people, a 200-1500 word essay',
      'five hundred to one thousand people a two hundred to one thousand five hundred word essay',
    ],
    ['en-US', 'number 10 20 30', 'number ten twenty thirty'],
    [
      'en-US',
      'Call on 10-12-2024, call by 2024-12-10',
      'Call on October twelfth, twenty twenty four call by December tenth, twenty twenty four',
    ],
    ['en-US', '(2019) 500 people, call 555-1234', 'twenty nineteen five hundred people call five five five, one two three four'],
    ['pr-BR', 'entre 2019-2020, 1939-1945, p. 1234-567', 'entre 2019 a 2020 1939 a 1945 página 1234-567'],
    ['pr-BR', 'ligue 3456-7890', 'ligue 3 4 5 6, 7 8 9 0'],
    ['it-IT', '330 500 6000 euro, tel. 330 500 6000', '330 500 6000 euro telefono 3 3 0, 5 0 0, 6 0 0 0'],
    ['fr-FR', 'le numéro du 12.10.2024', 'le numéro du 12 octobre 2024'],
    ['es-ES', 'Llame el 12.10.2024, llame al 612 345 678', 'Llame el 12 de octubre de 2024 llame al 6 1 2, 3 4 5, 6 7 8'],
    ['de-DE', 'Nummer vom 12.10.2024', 'Nummer vom zwölften Oktober 2024'],
    ['it-IT', 'Oggi ci sono 25°, al 3° piano', 'Oggi ci sono 25 gradi al terzo piano'],
    ['es-ES', 'Hoy hace 25º, 20 ºC, el 3º piso', 'Hoy hace 25 grados 20 grados Celsius el tercero piso'],
    ['es-ES', 'Hace -3 °C, -4º, no -5º', 'Hace menos 3 grados Celsius menos 4 grados no menos 5 grados'],
    ['it-IT', 'Fa -3 °C', 'Fa meno 3 gradi Celsius'],
    ['pr-BR', 'Faz 30º, 1º lugar', 'Faz 30 graus primeiro lugar'],
    ['ru-RU', '300 г. муки, 21 г соли', '300 граммов муки 21 грамм соли'],
    ['ru-RU', 'в 300 г. и 1999 г.', 'в трёхсотом году и тысяча девятьсот девяносто девятого года'],
    ['vi-VI', '20 g đường, 4g, 8g30', 'hai mươi gam đường bốn gam tám giờ ba mươi phút'],
    ['en-US', 'Ages 0-5, 0-100, 05-10', 'Ages zero to five zero to one hundred zero five ten'],
    ['ru-RU', '2 млн, 2 тыс. руб., 5 млрд', '2 миллиона две тысячи рублей 5 миллиардов'],
    ['de-DE', '2-3 Mio. Menschen', '2 bis 3 Millionen Menschen'],
    ['en-US', 'Rated 8/10, on 3/4 we left, 3/10 mile', 'Rated eight out of ten on March fourth we left three tenths mile'],
    ['en-US', 'the AI, $5 on 3/4-inch boards', 'the eigh I five dollars on three quarters inch boards'],
    ['en-US', '3/10 of it, on 1/2 of it, 3/4', 'three tenths of it on one half of it three quarters'],
    ['de-DE', '1½ km, 2½ Stunden, 8/10', 'eineinhalb Kilometer 2 einhalb Stunden 8 von 10'],
    ['zh-CN', '5km路，5℃的，3/4杯,1/2杯', '五 公里 路 五 摄氏度 的 四分之三 杯 二分之一 杯'],
    ['ko-KO', '5km를, 5도시', '5 킬로미터를 5도시'],
    ['ar', '5 km/h', '5 كيلومتر في الساعة'],
    ['hi-IN', '5 km/h', '5 किलोमीटर प्रति घंटा'],
    ['ja-JP', '5 km/h、5km、3/4杯,1/2杯', 'ゴキロメートルマイジ ゴキロメートル ヨンブンノサン ハイ ニブンノイチ ハイ'],
    ['ja-JP', '第3章、第1話', 'ダイ サンショー ダイ イチワ'],
    ['es-ES', 'a las 8 a.m. y 9 p. m. en casa', 'a las 8 a eme y 9 pe eme en casa'],
    ['it-IT', 'il sig. Rossi, la sig.ra Bianchi, il dott. Verdi', 'il signor Rossi la signora Bianchi il dottor Verdi'],
    ['pr-BR', 'séc. XX, no séc. V, J. D. Nunes', 'século 20 no século quinto J d Nunes'],
    [
      'en-US',
      '10/10, a $5m-a-year deal; ages 0-5: 555-1234',
      'ten out of ten a five million dollars a-year deal ages zero to five five five five, one two three four',
    ],
    ['en-US', 'call me at 212 444 1234', 'call me at two one two, four four four, one two three four'],
    ['en-US', 'The text 100 200 3000', 'The text one hundred two hundred three thousand'],
    ['vi-VI', 'lúc 7g, 7g', 'lúc bảy giờ bảy gam'],
    ['fr-FR', 'entre 10 000 et 20 000', 'entre 10000 et 20000'],
    ['it-IT', '1° maggio, a 1°', 'primo maggio a 1 grado'],
    ['ja-JP', '第IV章、第Ⅻ話、第II の', 'ダイ ヨンショー ダイ ジューニワ ダイ ニ ノ'],
    ['ja-JP', 'ルイXIV世とヘンリーⅧ世、V世', 'ルイ ジューヨンセー ト ヘンリー ハッセー ゴセー'],
    ['ja-JP', 'XIV章、XX世紀、第IV部、II期、数学Ⅲ', 'ジューヨンショー ニジュッセーキ ダイ ヨン ブ ニ キ スーガク サン'],
    ['ja-JP', 'ファイナルファンタジーVIIとFF VI', 'ファイナル ファンタジー セブン ト エフエフ シックス'],
    ['ja-JP', 'XX会社、XXX、IV療法、X世代', 'エックスエックス カイシャ エックスエックスエックス アイブイ リョーホー X セダイ'],
    ['ja-JP', 'ルイ14世、2世帯、3世代、5世界', 'ルイ ジューヨンセー ニセタイ サンセダイ ゴセカイ'],
    ['ja-JP', 'NHKとUSB、AIでNASAへ', 'エヌエイチケー ト ユーエスビー エーアイ デ ナサ エ'],
    ['ja-JP', 'Hello World を JR で、MP3 も', 'Hello World オ ジェーアール デ MP サン モ'],
    [
      'en-US',
      '$5-10m, $5-$10, €5–10bn, $2M, $3.50-4.50',
      'five to ten million dollars five to ten dollars five to ten billion euros two million dollars three dollars and fifty cents to four dollars and fifty cents',
    ],
    ['en-US', '$5-a-day, $10-5, $20 T-shirt, $5 M&Ms', 'five dollars a-day ten dollars five twenty dollars T-shirt five dollars M&Ms'],
    ['de-DE', '5-10 Mio. €, 10–20 €, 5 €', '5 bis 10 Millionen Euro 10 bis 20 Euro 5 Euro'],
    ['ko-KO', '-5km/h, 시속 -5 km/h, -5 m/s', '시속 마이너스 5 킬로미터 시속 마이너스 5 킬로미터 초속 마이너스 5 미터'],
    ['ko-KO', '5km/h, 시속 100km/h로, 80-100km/h', '시속 5 킬로미터 시속 100 킬로미터로 시속 80 에서 100 킬로미터'],
    [
      'ru-RU',
      '1/2 км, 3/4 кг, 2 1/2 км, 5½ км, 1/2, 5 км',
      'пол километра 3 четверти килограмма 2 с половиной километра 5 с половиной километров половина 5 километров',
    ],
    ['en-US', '5 ft 11 in, 6 ft. 2 in. tall', 'five feet eleven inches six feet two inches tall'],
    ['en-US', '5 ft 3 in the water, 5 ft wide, 3 in ten', 'five feet three in the water five feet wide three in ten'],
    ['de-DE', '1.234.567, am 12.10.2024', '1234567 am zwölften Oktober 2024'],
    [
      'en-US',
      'Mon.–Fri., open Mon-Sat. We close Tues. at 5, Sun. 3',
      'Monday to Friday open Monday to Saturday We close Tuesday at five Sunday three',
    ],
    ['en-US', 'We love the Sun. He sat. The Mon-Khmer', 'We love the Sun He sat The Mon-Khmer'],
    ['de-DE', 'Mo–Fr 9 Uhr, So kam Fr. Müller', 'Montag bis Freitag 9 Uhr So kam Frau Müller'],
    [
      'es-ES',
      '2 casas, 21 casas, 1 casa, 21 libros, 200 casas, 101 personas, 21 días',
      '2 casas veintiuna casas una casa veintiún libros doscientas casas ciento una personas veintiún días',
    ],
    [
      'es-ES',
      'a las 21 llegas, 21 de mayo, capítulo 1 trata, 2 500 casas, 21%, 1 para, 11 casas',
      'a las 21 llegas 21 de mayo capítulo 1 trata 2500 casas 21% 1 para 11 casas',
    ],
    [
      'pr-BR',
      '2 casas, 1 casa, 22 pessoas, 200 páginas, às 2 horas',
      'duas casas uma casa vinte e duas pessoas duzentas páginas às duas horas',
    ],
    ['pr-BR', '2 livros, dia 2 vais, 2 mas, 12 casas, 2 dias', '2 livros dia 2 vais 2 mas 12 casas 2 dias'],
    [
      'ru-RU',
      '2 книги, 21 книга, 32 минуты, 1 станция, 21 окно',
      'две книги двадцать одна книга тридцать две минуты одна станция двадцать одно окно',
    ],
    [
      'ru-RU',
      '2 мужчины, эти 2 пошли, 2 стола, 12 книг, 21 года, 2 или 3, 1 час, дом 2 на',
      '2 мужчины эти 2 пошли 2 стола 12 книг 21 года 2 или 3 1 час дом 2 на',
    ],
    [
      'zh-CN',
      '21,893,095人，10000，101，身高1.82m，重3.5公斤',
      '二千一百八十九万三千零九十五 人 一万 一百零一 身高 一点八二 米 重 三点五 公斤',
    ],
    ['vi-VI', '15, 15.000', 'mười lăm mười lăm nghìn'],
    ['es-US', '1,250,300 y los 80s', '1250300 y los ochenta'],
    ['ko-KO', '국물, 신라, 읽는, 독립, 있습니다', '궁물 실라 잉는 동닙 있슴니다'],
    ['ko-KO', '홈페이지는www.example.kr입니다', '홈페이지는 W W W 점 example 점 K R임니다'],
    ['ja-JP', 'サイトはwww.example.jpです', 'サイト ワ W W W dot example dot J P デス'],
    ['zh-CN', '网址是www.example.cn', '网址 是 W W W 点 example 点 C N'],
    ['en-GB', 'the DVLA, an OBE, MIT, 11 st, § 5', 'the D V L eigh an O B E M I T eleven stone section five'],
    ['hi-IN', 'IIT', 'आई आई टी'],
    ['es-ES', 'De lun. a vie., de 10:00 a 20:00 h.', 'De lunes a viernes de 10 a 20'],
    ['fr-FR', 'du lun. au ven. à 9h', 'du lundi au vendredi à 9 heures'],
    ['vi-VI', '23.450 đồng/lít', 'hai mươi ba nghìn bốn trăm năm mươi đồng một lít'],
    ['en-GB', '42 min 30 sec', 'forty two minutes thirty seconds'],
    ['pr-BR', 'R$ 0,50, n° 5', '50 centavos número 5'],
    ['it-IT', "l'8/11, n° 5", "l'8 novembre numero 5"],
    ['it-IT', "dall'8/11 all'11/12, l'1/5", "dall'8 novembre all'11 dicembre l'uno maggio"],
    ['es-US', 'Av. Juárez No. 5. No. 3 no vino. N.º 7', 'avenida Juárez número 5 No 3 no vino número 7'],
    ['en-US', 'n° 7, nº 8, Nº 9', 'number seven number eight number nine'],
    ['ru-RU', 'к 2025 году, в 2025 году', 'к две тысячи двадцать пятому году в две тысячи двадцать пятом году'],
    ['ru-RU', 'благодаря 2020 году', 'благодаря две тысячи двадцатому году'],
    ['fr-FR', 'n° 5, § 2, 0,50 €', 'numéro 5 paragraphe 2 50 centimes'],
    ['ru-RU', 'с 5 мая по 7 мая, к 1 июня, сегодня 3 марта', 'с пятого мая по седьмое мая к первому июня сегодня третье марта'],
    [
      'ru-RU',
      'от 3 до 4%, более 100 км, с 9:00 до 18:30, около 21 часа, с 3 детьми',
      'от трёх до четырёх процентов более ста километров с девяти часов до восемнадцати часов тридцати минут около двадцати одного часа с 3 детьми',
    ],
    [
      'ru-RU',
      'с 1990 по 2000 год, до 1 минуты, до 21 мин.',
      'с тысяча девятьсот девяностого по двухтысячный год до одной минуты до двадцати одной минуты',
    ],
    ['ru-RU', 'в 1900 году, 1800-е, 2-е место', 'в тысяча девятисотом году тысяча восьмисотые второе место'],
    ['de-DE', '1/2 Stunde, 1/2 l, 1/2 Jahr, im 2. Stock', 'eine halbe Stunde einen halben Liter ein halbes Jahr im zweiten Stock'],
    ['en-US', 'March 3, 12 in x 8 in, Denver, CO 80202', 'March third twelve inches by eight inches Denver CO eight zero two zero two'],
  ])('reads %s %j', async (language, text, said) => {
    expect(await read(text, language)).toBe(said);
  });

  it('warns about words in a script that no voice supports, but not about single letters', async () => {
    const warningsOf = async (text: string) => (await normalizeScript(parseText(text), 'en-US')).script.warnings;
    expect(await warningsOf('Say สวัสดี now.')).toEqual([expect.stringMatching(/No voice supports the script of "สวัส/)]);
    expect(await warningsOf('α is 5, 你好, Привет, café naïve 1ª')).toEqual([expect.not.stringMatching(/No voice/)]);
  });

  it.each<[Language, string, string, string]>([
    ['en-US', '<say-as interpret-as="ordinal">3</say-as>', '3', 'third'],
    ['en-US', '<say-as interpret-as="date" format="dmy">1/2/2024</say-as>', '1/2/2024', 'February first, twenty twenty four'],
    ['de-DE', '<say-as interpret-as="ordinal">21</say-as>', '21', 'einundzwanzigster'],
    ['fr-FR', '<say-as interpret-as="telephone">01 23 45</say-as>', '01 23 45', '0 1, 2 3, 4 5'],
    ['en-US', '<say-as interpret-as="fraction">3/4</say-as>', '3/4', 'three quarters'],
    ['zh-CN', '<say-as interpret-as="fraction">3/4</say-as>', '3/4', '四分之三'],
    ['es-ES', '<say-as interpret-as="unit">5kg</say-as>', '5kg', '5 kilos'],
    ['ja-JP', '<say-as interpret-as="date">2024-06-01</say-as>', '2024-06-01', 'ニセンニジューヨネン ロクガツ ツイタチ'],
    ['en-US', '<say-as interpret-as="date">tomorrow</say-as>', 'tomorrow', 'tomorrow'],
    ['en-US', '<say-as interpret-as="time">10:30:15</say-as>', '10:30:15', 'ten thirty and fifteen seconds'],
    ['en-US', `<say-as interpret-as="time">1'21"</say-as>`, `1'21"`, 'one minute and twenty one seconds'],
    ['fr-FR', '<say-as interpret-as="time">10:30:15</say-as>', '10:30:15', '10 heures 30 15 secondes'],
    ['ru-RU', '<say-as interpret-as="time">10:30:02</say-as>', '10:30:02', '10 часов 30 минут две секунды'],
    ['zh-CN', '<say-as interpret-as="time">10:30:15</say-as>', '10:30:15', '十点三十分十五秒'],
    ['en-US', '<say-as interpret-as="unit">1/2inch</say-as>', '1/2inch', 'one half inch'],
    ['en-US', '<say-as interpret-as="fraction">1+1/2</say-as>', '1+1/2', 'one and a half'],
    ['de-DE', '<say-as interpret-as="fraction">3/20</say-as>', '3/20', '3 durch 20'],
    ['pr-BR', '<say-as interpret-as="ordinal">11</say-as>', '11', 'décimo primeiro'],
    ['en-US', '<say-as interpret-as="telephone">5551212x34</say-as>', '5551212x34', 'five five five one two one two, extension three four'],
    ['en-US', '<say-as interpret-as="cardinal">XIV</say-as>', 'XIV', 'fourteen'],
    ['en-US', '<say-as interpret-as="cardinal">-12</say-as>', '-12', 'minus twelve'],
    ['en-US', '<say-as interpret-as="date">????0922</say-as>', '????0922', 'September twenty second'],
  ])('reads %s %s', async (language, text, word, said) => {
    const { script, words } = await normalizeScript(parseText(text), language);
    expect(words.map(({ from, to }) => script.text.slice(from, to))).toEqual([word]);
    expect(await read(text, language)).toBe(said);
  });

  it.each([
    ['1', '本', 'イッポン'],
    ['3', '本', 'サンボン'],
    ['4', '時', 'ヨジ'],
    ['20', '歳', 'ハタチ'],
    ['8', '分', 'ハップン'],
    ['1', '人', 'ヒトリ'],
    ['14', '人', 'ジューヨニン'],
    ['3.5', '%', 'サンテンゴーパーセント'],
  ])('counts %s%s in Japanese', (digits, counter, said) => expect(verbalizeCounted(digits, counter)).toBe(said));

  it('reads Japanese numbers with their sound changes', () => {
    expect(['300', '600', '8000', '10000', '12345'].map(verbalizeNumber)).toEqual([
      'サンビャク',
      'ロッピャク',
      'ハッセン',
      'イチマン',
      'イチマンニセンサンビャクヨンジューゴ',
    ]);
  });

  it("reads numbers in each language's notation", () => {
    expect(parseNumber(LANGUAGE_RULES['de-DE'], '1.234,50')).toBe('1234.50');
    expect(parseNumber(LANGUAGE_RULES['en-US'], '1,234.50')).toBe('1234.50');
    expect(parseNumber(LANGUAGE_RULES['fr-FR'], '1 234,5')).toBe('1234.5');
  });

  it('uses another voice for text that the voice cannot read, with a warning', async () => {
    const speech = await createEmbeddedEngine().speak({
      text: '나는 漢字 봐요',
      language: 'ko-KO',
      sex: 'male',
      speed: 1,
    });
    expect(speech.warnings.join()).toMatch(/Chinese/);
    expect(speech.timeline.phones.length).toBeLessThan(20);
  });

  it("warns about a tempo outside the voice's range, with the tempo that is used instead", async () => {
    const warningsOf = async (rate: string, language: Language) =>
      (
        await createEmbeddedEngine().speak({
          text: `<prosody rate="${rate}">${language === 'ru-RU' ? 'да' : 'ja'}</prosody>`,
          language,
          sex: 'female',
          speed: 1,
        })
      ).warnings;
    expect(await warningsOf('20%', 'ru-RU')).toEqual([
      expect.stringMatching(/the rate for .* must be from 46% to 200%, got 20%; using 46%/),
    ]);
    expect(await warningsOf('200%', 'ru-RU')).toEqual([]);
    expect(await warningsOf('20%', 'en-US')).toEqual([]);
  });

  it('returns words in order that cover all readings, for any text in any language', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom(
        '12,50 €',
        '$5',
        '21.11.2024',
        '3:30',
        'z. B.',
        '漢字',
        '3本',
        'a@b.de',
        '+49 30 1234567',
        '٥',
        '½',
        '二人',
        '10:30am',
        '5±1 mm',
        '1-800-555-0199',
        'XIV. 3개를',
        '-5度3-4',
        '١٬٢٣٤٫٥٠',
        `5'11"`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.constantFrom(...LANGUAGES), async (pieces, language) => {
        const text = pieces.join(' ').replaceAll('<', '');
        const { words, readings } = await normalizeScript(parseText(text), language);
        expect(readings).toHaveLength(words.length);
        let at = 0;
        for (const { from, to } of words) {
          expect(from).toBeGreaterThanOrEqual(at);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(text.length);
          // Text in between two words is not spoken.
          expect(text.slice(at, from)).not.toMatch(SAID);
          at = to;
        }
        expect(text.slice(at)).not.toMatch(SAID);
      }),
      { numRuns: 300 },
    );
  });
});
