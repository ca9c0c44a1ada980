// The messages of the login screen (login-messages.ts), each a separate constant, so that a screen loads only those it
// uses.

export const unexpected = 'Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin.'
export const invalidText = 'Metinde izin verilmeyen karakterler var.'
export const loginFailed = 'Giriş başarısız.'
export const loginUnreachable = 'Giriş başarısız. Bilgileri kontrol et.'
export const loginWrong = 'Kullanıcı adı veya parola hatalı.'
export const usernameRequired = 'Kullanıcı adı zorunludur.'
export const passwordTooShort = 'Parola en az 4 karakter olmalı.'
export const logoutFailed = 'Çıkış yapılamadı. Lütfen tekrar deneyin.'
export const networkError = 'Sunucuya bağlanırken bir hata oluştu.'
