import data from 'cldr-rbnf/rbnf/vi.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { createCardinal, NUMBER, parseNumber } from '../core/numbers.ts';
import { table } from '../core/patterns.ts';
import { rulesOf } from '../core/rule.ts';
import { verbalizeTime } from '../core/times.ts';

const cardinal = createCardinal(data, 'cardinal');

const language: LanguageRules = {
  tag: 'vi-VN',
  // The voice reads 15 and 15.000 wrong.
  cardinal,
  ordinal: (value) => `thứ ${{ 1: 'nhất', 4: 'tư' }[value] ?? value}`,
  signs: {
    address: ['a còng', 'chấm', 'gạch chéo', 'gạch ngang', 'gạch dưới'],
    hashtag: 'hát tắc',
    version: 'phiên bản',
    comparison: ['nhỏ hơn', 'lớn hơn'],
    math: ['nhỏ hơn hoặc bằng', 'lớn hơn hoặc bằng', 'khác', 'xấp xỉ', 'cộng trừ', 'âm '],
    arithmetic: ['cộng', 'nhân', 'chia', 'bằng', 'trừ'],
    ...{ range: 'đến', over: 'trên' },
  },
  date: ({ day, month, year }) =>
    [day && `ngày ${day}`, `tháng ${month}`, year && `năm ${year}`].filter(Boolean).join(' '),
  time: (hours, minutes) => `${hours} giờ${minutes ? ` ${minutes} phút` : ''}`,
  countTime: (value, unit) => `${value} ${{ hour: 'giờ', minute: 'phút', second: 'giây' }[unit]}`,
  money: { country: / (?:Mỹ|Việt Nam)$/ },
  magnitudes: {
    names: table('k=nghìn | nghìn | ngàn | tr=triệu | triệu | tỷ | tỉ'),
    certain: ['k'],
    // A run of so many kilometres.
    isMagnitude: (_, left) => !/(?<!\p{L})(?:chạy|đua|cự ly|giải|đi bộ) $/iu.test(left),
  },
  rates: { per: 'một', each: table('ngày | giờ | tuần | tháng | năm | người | đêm') },
  units: table(`
    km/h=ki lô mét một giờ | m/s=mét một giây | km=ki lô mét | cm=xăng ti mét | mm=mi li mét | m=mét | kg=ki lô gam | g=gam
    mg=mi li gam | ml=mi li lít | °=độ | °C=độ xê | km²=ki lô mét vuông | m²=mét vuông | m³=mét khối | ha=héc ta
    GB=gi ga bai | %=phần trăm
  `),
  fractions: { half: ['một phần hai', 'rưỡi'], over: 'phần' },
  roman: {
    parts: 'thế kỷ|Thế kỷ|chương|Chương|phần|Phần|tập|Tập|thứ|quý|Quý',
    alone: 'several',
  },
  abbreviations: {
    always: table(`
      TP.HCM=thành phố Hồ Chí Minh | TPHCM=thành phố Hồ Chí Minh | TP=thành phố | TP.=thành phố | Tp.=thành phố
      UBND=ủy ban nhân dân | HĐND=hội đồng nhân dân | ĐH=đại học | THPT=trung học phổ thông | NXB=nhà xuất bản
      vd.=ví dụ | VD:=ví dụ | TS.=tiến sĩ | ThS.=thạc sĩ | BS.=bác sĩ | GS.=giáo sư | PGS.=phó giáo sư | v.v.=vân vân | ĐT.=điện thoại
    `),
    beforeNumbers: table('tr.=trang | P.=phường | Q.=quận'),
  },
};

const own = rulesOf(
  [
    // An hour may do without minutes; "g" alone is a gram.
    /(?<![\d\p{L}])([01]?\d|2[0-4])(?: ?h ?([0-5]\d)?|g([0-5]\d)|g(?<=[Ll]úc \d{1,2}g))(?![\p{L}\d])/gu,
    ([, hours, minutes, others]) => verbalizeTime(language, Number(hours), Number(minutes ?? others ?? 0)),
  ],
  [
    /(?<=tháng )(\d{1,2})[/-](\d{4})(?!\d)/giu,
    ([, month, year]) => (Number(month) > 12 ? undefined : `${month} năm ${year}`),
  ],
  [
    /(?<=ngày )(\d{1,2})[/-](\d{1,2})(?![/\d-])/giu,
    ([, day, month]) => (Number(month) > 12 ? undefined : `${day} tháng ${month}`),
  ],
  [/(?<=(?<!\p{L})thứ )[14](?![\d/\p{L}]|[.,]\d)/gu, ([number]) => (number === '1' ? 'nhất' : 'tư')],
);

/** Every number that is left, in words. */
const last = rulesOf([
  new RegExp(`(?<![\\p{L}\\p{N}.,/]|\\p{L}-)(${NUMBER})(?![\\p{L}\\p{N}/]|[.,]\\d)`, 'gu'),
  ([number]) => cardinal(parseNumber(language, number)),
]);

export const vietnamese: LanguageRules = { ...language, rules: { own, last } };
