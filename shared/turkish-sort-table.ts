/**
 * Turkish alphabetical order, frozen: `Intl.Collator('tr', { sensitivity: 'base' })` of ICU 78 (Unicode 17) for
 * Latin letters, punctuation and currency signs. Sort keys made from it are stored, so a new ICU must not change
 * them: after an edit of the table the stored keys must be rebuilt.
 */

/** White space, which sorts before all other characters, in order; the characters of one string are equal. */
export const BLANK_CLASSES: readonly string[] = [
  '\t',
  '\n',
  '\u000b',
  '\f',
  '\r',
  '\u0085',
  '\u2028',
  '\u2029',
  ' \u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f',
]

/** Characters in order; a space separates classes of equal ones. The lines together are one list. */
export const SORT_CLASSES: readonly string[] = [
  '‾ _ ‗ - ‐‑ ‒ – — ― ⁓ , ; ⁏ : ! ¡ ? ¿ ‽ .․ ⁕ ⁖ ⁘ ⁙ ⁚ ⁛ ⁜ ⁝ ⁞ \'‘’‚‛ ‹ › "“”„‟ « » ( ) [ ]',
  '{ } ⁅ ⁆ ‖ § ¶ ⁋ @ * ⁎ ⁑ / \\ & ⁊ # % ‰ ‱ † ‡ • ‣ ‧ ⁃ ⁌ ⁍ ′ ‵ ‸ ※ ‿ ⁔ ⁀ ⁐ ⁁ ⁂ ` ´ ^ ¯ ¨ ¸',
  '° © ® + ± ÷ × < = > ¬ | ¦ ~ ⁒ ⁄ ¤ ¢ $ £ ¥ ₠ ₡ ₢ ₣ ₤ ₥ ₦ ₩ ₪ ₫ € ₭ ₮ ₯ ₰ ₱ ₲ ₳ ₴ ₵ ₶ ₷ ₸',
  '₹ ₺ ₻ ₼ ₽ ₾ ₿ ⃀ 0 1¹ 2² 3³ 4 5 6 7 8 9',
  'AaªÀÁÂÃÄÅàáâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃȦȧḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ Ⱥ',
  'BbḂḃḄḅḆḇ ƀɃ Ɓ Ƃƃ',
  'CcĆćĈĉĊċČč ÇçḈḉ Ȼȼ Ƈƈ',
  'DdÐðĎďĐđḊḋḌḍḎḏḐḑḒḓ Ɖ Ɗ Ƌƌ ȡ ẟ',
  'EeÈÉÊËèéêëĒēĔĕĖėĘęĚěȄȅȆȇȨȩḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ Ɇɇ Ǝǝ Ə Ɛ',
  'FfḞḟ Ƒƒ',
  'GgĜĝĠġĢģǦǧǴǵḠḡ Ğğ Ǥǥ Ɠ Ɣ Ƣƣ',
  'HhĤĥĦħȞȟḢḣḤḥḦḧḨḩḪḫẖ ƕǶ',
  'IÌÍÎÏĨĪĬĮıǏȈȊḬḮỈỊ iìíîïĩīĭįİǐȉȋḭḯỉị Ɨ Ɩ',
  'JjĴĵǰ ȷ Ɉɉ',
  'KkĶķǨǩḰḱḲḳḴḵ Ƙƙ',
  'LlĹĺĻļĽľĿŀŁłḶḷḸḹḺḻḼḽ ƚȽ ȴ ƛ',
  'MmḾḿṀṁṂṃ',
  'NnÑñŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ Ɲ ƞȠ ȵ Ŋŋ',
  'OoºÒÓÔÕØòóôõøŌōŎŏŐőƠơǑǒǪǫǬǭǾǿȌȍȎȏȬȭȮȯȰȱṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợ ÖöȪȫ Ɔ Ɵ Ȣȣ',
  'PpṔṕṖṗ Ƥƥ',
  'Qq Ɋɋ ĸ',
  'RrŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ Ʀ Ɍɍ',
  'SsŚśŜŝŠšſȘșṠṡṢṣṤṥṦṧṨṩẛ Şş ȿ ẜ ẝ Ʃ ƪ',
  'TtŢţŤťȚțṪṫṬṭṮṯṰṱẗ Ŧŧ Ⱦ ƫ Ƭƭ Ʈ ȶ',
  'UuÙÚÛùúûŨũŪūŬŭŮůŰűŲųƯưǓǔȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự ÜüǕǖǗǘǙǚǛǜ Ʉ Ɯ Ʊ',
  'VvṼṽṾṿ Ʋ Ỽỽ Ʌ',
  'WwŴŵẀẁẂẃẄẅẆẇẈẉẘ',
  'XxẊẋẌẍ',
  'YyÝýÿŶŷŸȲȳẎẏẙỲỳỴỵỶỷỸỹ Ɏɏ Ƴƴ Ỿỿ Ȝȝ',
  'ZzŹźŻżŽžẐẑẒẓẔẕ Ƶƶ Ȥȥ ɀ ƷǮǯ Ƹƹ ƺ Þþ ƿǷ ƻ Ƨƨ Ƽƽ Ƅƅ Ɂɂ ŉ ǀ ǁ ǂ ǃ µ',
]

/** The letters (keys) for which compound characters (values) count. */
export const EXPANSIONS: Readonly<Record<string, string>> = {
  '!!': '‼',
  '!?': '⁉',
  '?!': '⁈',
  '??': '⁇',
  '..': '‥',
  '...': '…',
  '′′': '″',
  '′′′': '‴',
  '′′′′': '⁗',
  '‵‵': '‶',
  '‵‵‵': '‷',
  '1⁄2': '½',
  '1⁄4': '¼',
  '3⁄4': '¾',
  AE: 'ÆæǢǣǼǽ',
  DB: 'ȸ',
  DZ: 'ǄǅǆǱǲǳ',
  iJ: 'Ĳĳ',
  LJ: 'Ǉǈǉ',
  LL: 'Ỻỻ',
  NJ: 'Ǌǋǌ',
  NO: '№',
  OE: 'Œœ',
  PTS: '₧',
  QP: 'ȹ',
  RS: '₨',
  SS: 'ßẞ',
  TM: '™',
  TS: 'ƾ',
  ZW: 'ƍ',
}
