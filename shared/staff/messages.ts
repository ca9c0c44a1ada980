/** Refusals of what a mechanic may not do: apart, because the page offers none of it and needs no words for it. */
export const staffMessages = {
  pricesRefused: 'Fiyatları ve fiyatlı belgeleri görme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  removeRefused: 'Silme ve silineni geri getirme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  exportRefused: 'Listeleri dosya olarak indirme yetkiniz yok. Bu yetkiyi firma sahibi verir.',
  tooManyPieces:
    'Fiyatları görmeden bir kayda en fazla 1.000 adet girebilirsiniz. Daha fazlasını fiyatları gören bir kullanıcı girebilir.',
} as const
