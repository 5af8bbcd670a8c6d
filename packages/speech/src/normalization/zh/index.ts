import data from 'cldr-rbnf/rbnf/zh.json' with { type: 'json' };
import type { LanguageRules } from '../core/language.ts';
import { createCardinal, readDigits } from '../core/numbers.ts';
import { re, rulesOf, table, UNSPACED } from '../core/rule.ts';
import { metricUnits } from '../core/units.ts';

const cardinal = createCardinal(data, 'cardinal', '');

/** Nouns and counters before which two is 两. */
const COUNTED =
  '万|亿|千|个|点|位|本|只|天|次|杯|张|件|岁|人(?!民|类|生)|年(?![级代底初前后]|\\d)|米|公里|斤|公斤|吨|倍|小时|分钟|周|种|家|名|块|条|辆|部|间|层|场|批|项|瓶|双|把|勺|汤匙|茶匙|碗|片|颗|粒|根|棵|头|篇|首|句|台(?!湾)|所|座|滴|袋|盒|支|枚|道|遍|趟|步|顿|盘|罐|门|幅|群|人份|扇|匹|架|艘|朵|串|桶|款|封|户';

const own = rulesOf(
  [/(?<!不)曾(?=先生|女士|小姐|老师|教授|医生|经理|主任|师傅|同学)/g, '增'],
  [/(?<![订账名菜简清孤报])单(?=先生|女士|小姐|老师|教授|医生|经理|主任)/g, '善'],
  [/还(?=款|钱|书|债|贷|清(?!楚)|给|车|信用卡|房贷)/g, '环'],
  [
    /(?<!\d)(1[6-9]\d\d|20\d\d)[-–—~](1[6-9]\d\d|20\d\d)(?=[年)）])/g,
    ([, ...years]) => years.map((year) => readDigits(chinese, year)).join('到'),
  ],
  [/(?<!\d{3}[-–—~])(\d{4}) ?年/g, ([, year = '']) => `${readDigits(chinese, year)}年`],
  [/(?<![\d.,])(\d[\d.,]*)%/g, ([, number]) => `百分之${number}`],
  [re`(?<![\d.第A-Z])2(?=${COUNTED})`, '两'],
  // Numbers of trains, flights, and rooms, postal codes, and short service numbers.
  [
    re`(?<=\d ?米)\d\d(?![\d.])|(?<=[A-Z])\d{3,4}(?=次|航班)|(?<![\d.有共])\d{3,4}(?=室(?!内)|房间|号房|教室|病房|会议室|宿舍)|(?<=(?:邮编|拨打|致电|热线|客服|电话)[是为：:]?)\d{3,12}(?!\d|[.,:-]\d|${COUNTED}|[元人万年月])`,
    ([number]) => readDigits(chinese, number),
  ],
);

export const chinese: LanguageRules = {
  tag: 'zh-CN',
  isUnspaced: true,
  cardinal,
  ordinal: (value) => `第${value}`,
  digits: { names: '零一二三四五六七八九', joint: '' },
  signs: {
    address: ['艾特', '点', '斜杠', '横杠', '下划线'],
    math: ['小于等于', '大于等于', '不等于', '约等于', '正负', '负'],
    arithmetic: ['加', '乘', '除以', '等于', '小于', '大于'],
    range: '到',
    result: '比',
    pressure: '',
  },
  count: (value) => (value === 2 ? '两' : undefined),
  date: ({ year, month, day }) => `${year ? `${readDigits(chinese, `${year}`)}年` : ''}${month}月${day ? `${day}日` : ''}`,
  time: (hours, minutes) => `${hours === 2 ? '两' : hours}点${minutes ? `${minutes < 10 ? `零${minutes}` : minutes}分` : ''}`,
  timeJoint: '',
  countTime: (value, unit) => `${value}${{ hour: '小时', minute: '分', second: '秒' }[unit]}`,
  money: {
    name: (code) => (code === 'JPY' || code === 'CNY' ? '元' : undefined),
    magnitudes: table('万 | 亿 | 百万 | 千万 | 万亿'),
  },
  rates: {
    per: '每',
    each: table('间 | 晚 | 人 | 位 | 天 | 月 | 年 | 个 | 次 | 小时 | 斤 | 公斤 | 平方米'),
    behind: '元',
  },
  units: metricUnits(`
    kg=公斤 | km/h=公里每小时 | m/s=米每秒 | 度 | ℃=摄氏度 | mg=毫克 | m²=平方米 | m³=立方米 | km²=平方公里 | kWh=千瓦时 | ㎡=平方米 | V=伏
    GB=G B | MB=M B
  `),
  // East Asian characters may follow a unit without a space.
  unitEnd: `(?!(?!${UNSPACED})[\\p{L}\\p{M}\\d]|[\\d/²³])`,
  frost: { name: '零下', units: /[度℃]|°C/ },
  fractions: (above, below, whole) => `${whole ? `${whole}又` : ''}${below}分之${above}`,
  telephones: {
    patterns: [/(?<![\d-])(?:0\d{2,3}-\d{7,8}|[48]00-\d{3,4}-\d{3,4})(?![\d-])/g, /(?<!\d)1[3-9]\d(?:\d{8}|[ -]\d{4}[ -]\d{4})(?!\d)/g],
  },
  rules: { own },
};
