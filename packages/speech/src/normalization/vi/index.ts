import data from 'cldr-rbnf/rbnf/vi.json' with { type: 'json' };
import { verbalizeDate } from '../core/dates.ts';
import type { LanguageRules } from '../core/language.ts';
import { createCardinal } from '../core/numbers.ts';
import { rulesOf, table } from '../core/rule.ts';
import { verbalizeTime } from '../core/times.ts';

const cardinal = createCardinal(data, 'cardinal');

const language: LanguageRules = {
  tag: 'vi-VN',
  // The voice misreads 15 and 15.000.
  cardinal,
  // April uses a special word for four.
  pronounce: (word) => word.replace(/(?<=tháng )bốn(?= năm|$)|^bốn(?= năm (?:một|hai) nghìn)/, 'tư'),
  ordinal: (value) => `thứ ${{ 1: 'nhất', 4: 'tư' }[value] ?? value}`,
  signs: {
    address: ['a còng', 'chấm', 'gạch chéo', 'gạch ngang', 'gạch dưới'],
    math: ['nhỏ hơn hoặc bằng', 'lớn hơn hoặc bằng', 'khác', 'xấp xỉ', 'cộng trừ', 'âm '],
    arithmetic: ['cộng', 'nhân', 'chia', 'bằng', 'nhỏ hơn', 'lớn hơn'],
    range: 'đến',
    outOf: 'trên',
    pressure: 'trên',
  },
  beforeDate: 'ngày|hôm|hết|(?:từ|đến)(?= (?:[5-9]|[1-3]\\d)/)',
  // The text may already contain the word for "day".
  date: ({ day, month, year, before }) =>
    [day && (/(?:^|\s)ngày $/iu.test(before) ? day : `ngày ${day}`), `tháng ${month}`, year && `năm ${year}`].filter(Boolean).join(' '),
  time: (hours, minutes) => `${hours} giờ${minutes ? ` ${minutes} phút` : ''}`,
  money: { country: / (?:Mỹ|Việt Nam)$/, magnitudes: table('k=nghìn | nghìn | ngàn | tr=triệu | triệu | tỷ | tỉ') },
  rates: {
    per: 'một',
    each: table('lít | ngày | giờ | tuần | tháng | năm | người | đêm | th=tháng'),
    behind: 'đồng|\\d ?(?:tr|triệu|nghìn|ngàn|tỷ)',
  },
  units: table(`
    PN=phòng ngủ | tr=triệu | tr.đ=triệu đồng | km/h=ki lô mét một giờ | m/s=mét một giây | km=ki lô mét | cm=xăng ti mét | mm=mi li mét | m=mét | kg=ki lô gam | g=gam
    mg=mi li gam | ml=mi li lít | °=độ | °C=độ xê | km²=ki lô mét vuông | m²=mét vuông | m³=mét khối | ha=héc ta | GB=gi ga bai | %=phần trăm | k=nghìn | l=lít | L=lít | mL=mi li lít | ph=phút | kWh=ki lô oát giờ
  `),
  fractions: { half: ['một phần hai', 'rưỡi'], over: 'phần' },
  roman: {
    parts: 'thế kỷ|Thế kỷ|chương|Chương|phần|Phần|tập|Tập|thứ|quý|Quý',
    alone: '[IVX]{2,}',
  },
  telephones: {
    patterns: [/(?<![\d.,])1[89]00(?:[ .-]?\d{4}|[ .-]\d{2,3}[ .-]\d{2,3})(?!\d)/g],
    calls: 'gọi|thoại|hotline|tổng đài|liên hệ|ĐT|Zalo',
  },
  abbreviations: {
    always: table(`
      TP.HCM=thành phố Hồ Chí Minh | TPHCM=thành phố Hồ Chí Minh | HCM=Hồ Chí Minh | TP=thành phố | TP.=thành phố | Tp.=thành phố | UBND=ủy ban nhân dân | HĐND=hội đồng nhân dân | ĐH=đại học | THPT=trung học phổ thông | NXB=nhà xuất bản
      vd.=ví dụ | VD:=ví dụ | TS.=tiến sĩ | ThS.=thạc sĩ | BS.=bác sĩ | GS.=giáo sư | PGS.=phó giáo sư | v.v.=vân vân | ĐT.=điện thoại | SĐT=số điện thoại | LH=liên hệ | ĐT:=điện thoại | CLB=câu lạc bộ | BV=bệnh viện | v/v=về việc | PGS.TS.=phó giáo sư tiến sĩ
    `),
    beforeNumbers: table('tr.=trang | SN=sinh năm | Q.=quận | QL=quốc lộ'),
  },
};

const own = rulesOf(
  // Weekdays in a list or range, or next to an hour, a date, or a part of the day.
  [
    /(?<![\p{L}\d]|ga )(?:T([2-7])|CN)(?![\p{L}\d/])(?:(?=(?:[-–]|,? (?:và |đến )?)(?:T[2-7]|CN)(?![\p{L}\d])|[:,]? ?\(?\d{1,2}(?:h|g|:|\/))|(?<=(?:(?<![\p{L}\d])(?:T[2-7]|CN)(?:[-–]|,? (?:và |đến )?)|\dh\d{0,2},? |\d\/\d+,? |(?:[Ss]áng|[Cc]hiều|[Tt]ối|[Tt]rưa) )(?:T[2-7]|CN)))/gu,
    ([, day]) => (day ? `thứ ${day === '4' ? 'tư' : day}` : 'chủ nhật'),
  ],
  [/(?<![\p{L}\d.,])(\d)m(\d\d)(?![\p{L}\d])/gu, ([, meters, rest]) => `${meters} mét ${rest}`],
  [/(?<=T[2-7])[-–](?=T[2-7]|CN)/g, ' đến '],
  [/(?<!\p{L})CH(?= \d ?PN)/gu, 'căn hộ'],
  [/(?<!\p{L})(Q|TX)\.(?= ?\p{Lu}\p{Ll})/gu, ([, short]) => (short === 'Q' ? 'quận' : 'thị xã')],
  // A room if three digits follow. Wards have smaller numbers or names.
  [/(?<!\p{L})P\.(?= ?(?:(\d{3})|\d)|(?<=(?:tại|ở) P\.) \p{Lu})/gu, ([, room]) => (room ? 'phòng' : 'phường')],
  [
    // An hour without minutes is possible, but "g" on its own means grams.
    /(?<![\d\p{L}])([01]?\d|2[0-4])(?: ?h ?([0-5]\d)?|g([0-5]\d)|g(?<=[Ll]úc \d{1,2}g))(?![\p{L}\d])/gu,
    ([, hours, minutes, others]) => verbalizeTime(language, Number(hours), Number(minutes ?? others ?? 0)),
  ],
  [/(?<=tháng )(\d{1,2})[/-](\d{4})(?!\d)/giu, ([, month, year]) => (Number(month) > 12 ? undefined : `${month} năm ${year}`)],
  // "ngày 24-12", and the number of a house in a lane
  [
    /(?<=ngày )(\d{1,2})-(\d{1,2})(?![\d/-])/giu,
    ([, day, month]) => verbalizeDate(language, undefined, Number(month), Number(day), 'ngày '),
  ],
  [/(?<=(?:số|[Nn]gõ|[Hh]ẻm|nhà) )(\d{1,4})\/(\d{1,4})(?= (?:đường |phố )?\p{Lu})/gu, ([, lane, house]) => `${lane} trên ${house}`],
  // In "mỗi tháng 4 lần", the number does not name a month.
  [
    /(?<=(?<!\p{L})thứ )[14](?![\d/\p{L}]|[.,]\d)|(?<=(?<!mỗi |một |hàng )tháng )4(?= ?(?:[.,;:)?!](?!\d)|$|(?:năm|này|tới|vừa|sau|trước|và|đến|là|sẽ|đã|tại|ở|có)(?!\p{L})))/giu,
    ([number]) => (number === '1' ? 'nhất' : 'tư'),
  ],
);

export const vietnamese: LanguageRules = { ...language, rules: { own } };
