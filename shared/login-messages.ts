/** The part of the messages that the login screen needs, which loads no others. Elsewhere: `messages.ts`. */
export const loginMessages = {
  unexpected: 'Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin.',
  invalidText: 'Metinde izin verilmeyen karakterler var.',
  loginFailed: 'Giriş başarısız.',
  loginUnreachable: 'Giriş başarısız. Bilgileri kontrol et.',
  loginWrong: 'Kullanıcı adı veya parola hatalı.',
  usernameRequired: 'Kullanıcı adı zorunludur.',
  passwordTooShort: 'Parola en az 4 karakter olmalı.',
  logoutFailed: 'Çıkış yapılamadı. Lütfen tekrar deneyin.',
  networkError: 'Sunucuya bağlanırken bir hata oluştu.',
} as const
