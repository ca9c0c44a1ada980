/**
 * Refusals for a mechanic. They are a separate file because the page hides these actions and needs no words for them.
 */
export const staffMessages = {
  pricesRefused: 'Fiyatları ve fiyatlı belgeleri görme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  removeRefused: 'Silme ve silineni geri getirme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  exportRefused: 'Listeleri dosya olarak indirme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  tooManyPieces:
    'Fiyatları görmeden bir kayda en fazla 1.000 adet girebilirsiniz. Daha fazlasını fiyatları gören bir kullanıcı girebilir.',
  discountStays:
    'Bu kayıtta iskonto var. İşlem silmek ya da adet azaltmak için fiyatları gören bir kullanıcıya başvurun.',
} as const
