import type { Language } from '@talking-avatar/contract';

/**
 * A realistic text for each language, with names, numbers, an abbreviation, and either a sum of money or a date. We wrote these sentences
 * ourselves.
 */
export const TEXTS: Readonly<Record<Language, string>> = {
  'en-US': 'Dr. Smith bought 3 tickets for $12.50 on May 21st. The boat leaves at 3:30, so please be early.',
  'en-GB': 'Dr. Smith bought 3 tickets for £12.50 on 21 May. The boat leaves at 15:30, so please be early.',
  'es-ES': 'El Sr. López compró 3 billetes por 12,50 € el 21 de mayo. El barco sale a las 15:30.',
  'es-US': 'La Dra. López compró 3 boletos por $12.50 el 21 de mayo. El barco sale a las 15:30.',
  'zh-CN': '王老师在2024年5月21日买了3张票，一共花了¥125。我们明天早上一起去北京。',
  'de-DE': 'Dr. Schmidt kaufte am 3. Mai z. B. drei Karten für 12,50 €. Das Schiff fährt um 15:30 Uhr ab.',
  'it-IT': 'Il Dott. Rossi ha comprato 3 biglietti per 12,50 € il 21 maggio. La nave parte alle 15:30.',
  'fr-FR': 'M. Dupont a acheté 3 billets pour 12,50 € le 21 mai. Le bateau part à 15h30, soyez à l’heure.',
  'pt-PT': 'O Sr. Silva comprou 3 bilhetes por 12,50 € no dia 21 de maio. O barco parte às 15h30.',
  'pr-BR': 'A Dra. Silva comprou 3 passagens por R$ 12,50 no dia 21 de maio. O barco sai às 15h30.',
  ar: 'اشترى أحمد ثلاث تذاكر بسعر 50 دولارا. السفينة تغادر الميناء في الصباح.',
  'ja-JP': '田中さんは5月21日に切符を3枚、1,250円で買いました。船は明日の朝8時30分に出ます。',
  'ru-RU': 'Иван купил 3 билета за 500 ₽ 21 мая, т. е. вчера. Корабль отходит в 15:30.',
  'hi-IN': 'डॉ. शर्मा ने 21 मई को ₹500 में 3 टिकट खरीदे। नाव सुबह जल्दी निकलती है।',
  'vi-VI': 'Ông Nam mua 3 vé với giá 50.000 ₫ vào ngày 21 tháng 5. Tàu rời TP. Huế lúc 15:30.',
  'ko-KO': '김 선생님은 5월 21일에 표 3장을 5,000원에 샀습니다. 배는 내일 아침에 떠납니다.',
};
