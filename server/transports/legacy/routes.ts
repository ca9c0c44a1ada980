import { Hono } from 'hono'

import { deleteFeedback, listAllFeedbacks } from '#server/admin/feedbacks.ts'
import { deleteUser, listAllUsers, saveUser } from '#server/admin/operations.ts'
import { type AppEnv, HttpRefusal } from '#server/platform/http/app-env.ts'
import { deleteExpense, listAllExpenses, saveExpense } from '#server/expense/operations.ts'
import { deleteKayit, getKayit, listAllKayit } from '#server/kayit/operations.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { addFeedback } from '#server/feedback/operations.ts'
import { getSettings, updateSettings } from '#server/settings/operations.ts'
import { changePassword } from '#server/settings/password.ts'
import { getStats } from '#server/stats/operations.ts'
import { feedbackIdInput, userIdInput } from '#shared/admin/schema.ts'
import { expenseFilter, expenseIdInput } from '#shared/expense/schema.ts'
import { monthFilter, noInput } from '#shared/fields.ts'
import { kayitIdInput } from '#shared/kayit/schema.ts'
import { messages } from '#shared/messages.ts'
import { passwordChangeInput } from '#shared/settings/schema.ts'

import { type LegacyPath, endpoint, listEndpoint, refuse } from './endpoint.ts'
import {
  expenseInputOf,
  legacyExpenseInput,
  legacyFeedbackInput,
  legacySettingsInput,
  legacyUserInput,
} from './inputs.ts'
import { kayitInputOf, legacyFields, legacyKayitInput, legacyRow, withLira } from './kayit.ts'
import { logoEndpoint, uploadLogoEndpoint } from './logo.ts'
import { expenseReply, settingsReply, statsReply, userReply } from './replies.ts'
import { loginEndpoint, pdfEndpoint, sessionEndpoint } from './token-paths.ts'

/** The old `/api/*.php` paths, one row each. No rule, no message and no SQL lives here. */
export const legacyPaths = {
  'login.php': loginEndpoint(),
  'getSession.php': sessionEndpoint(),

  'getKayitlar.php': listEndpoint({
    input: monthFilter,
    run: listAllKayit,
    item: legacyRow,
    reply: (records) => ({ records }),
  }),
  'getKayit.php': endpoint('POST', {
    changesNothing: true,
    input: kayitIdInput,
    run: getKayit,
    reply: ({ kayit, islemler, belgeler }) => ({
      data: { kayit: legacyFields(kayit), islemler: islemler.map(withLira), belgeler },
    }),
  }),
  'submitKayit.php': endpoint('POST', {
    keyed: true,
    input: legacyKayitInput,
    form: false,
    run: (ctx, input) => saveKayit(ctx, kayitInputOf(input)),
    reply: ({ kayit: { id }, created }) => ({
      message: created ? messages.kayitCreated : messages.kayitUpdated,
      id,
    }),
  }),
  'deleteKayit.php': endpoint('POST', {
    keyed: true,
    input: kayitIdInput,
    run: deleteKayit,
    reply: () => ({ message: messages.kayitDeleted }),
  }),
  'createPdf.php': pdfEndpoint('vat'),
  'createPdf2.php': pdfEndpoint('plain'),

  'getStats.php': endpoint('GET', {
    right: 'figures',
    input: monthFilter,
    run: getStats,
    reply: (stats) => ({ data: statsReply(stats) }),
  }),
  'expenses.php': listEndpoint({
    right: 'figures',
    input: expenseFilter,
    run: listAllExpenses,
    item: expenseReply,
    reply: (items) => ({ data: { items } }),
  }),
  'expenseUpsert.php': endpoint('POST', {
    right: 'figures',
    keyed: true,
    input: legacyExpenseInput,
    run: (ctx, input) => saveExpense(ctx, expenseInputOf(input)),
    reply: ({ id, created }) => ({ message: created ? messages.kayitCreated : messages.kayitUpdated, id }),
  }),
  'expenseDelete.php': endpoint('POST', {
    right: 'figures',
    keyed: true,
    input: expenseIdInput,
    run: deleteExpense,
    reply: () => ({ message: messages.kayitDeleted }),
  }),

  'settings.php': endpoint('GET', {
    right: 'settings',
    input: noInput,
    run: getSettings,
    reply: (settings) => ({ data: settingsReply(settings) }),
  }),
  'settingsUpdate.php': endpoint('POST', {
    right: 'settings',
    keyed: true,
    input: legacySettingsInput,
    run: updateSettings,
    reply: () => ({ message: messages.settingsSaved }),
  }),
  'uploadLogo.php': uploadLogoEndpoint(),
  logo: logoEndpoint(),
  'changePassword.php': endpoint('POST', {
    input: passwordChangeInput,
    run: changePassword,
    reply: () => ({ message: messages.passwordChanged }),
  }),
  'addFeedback.php': endpoint('POST', {
    keyed: true,
    input: legacyFeedbackInput,
    run: addFeedback,
    reply: () => ({ message: messages.feedbackSent }),
  }),

  'admin/users.php': endpoint('GET', {
    access: 'admin',
    input: noInput,
    run: listAllUsers,
    reply: (users) => ({ data: { items: users.map(userReply) } }),
  }),
  'admin/user_upsert.php': endpoint('POST', {
    access: 'admin',
    keyed: true,
    input: legacyUserInput,
    run: saveUser,
    reply: ({ id }) => ({ message: messages.userSaved, id }),
  }),
  'admin/user_delete.php': endpoint('POST', {
    access: 'admin',
    keyed: true,
    input: userIdInput,
    run: deleteUser,
    reply: () => ({ message: messages.userDeleted }),
  }),
  'admin/feedbacks.php': endpoint('GET', {
    access: 'admin',
    input: noInput,
    run: listAllFeedbacks,
    reply: (items) => ({ data: { items } }),
  }),
  'admin/feedback_delete.php': endpoint('POST', {
    access: 'admin',
    keyed: true,
    input: feedbackIdInput,
    run: deleteFeedback,
    reply: () => ({ message: messages.feedbackDeleted }),
  }),
} satisfies Record<string, LegacyPath>

export function legacyRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  for (const [path, { handle }] of Object.entries(legacyPaths)) app.all(`/${path}`, handle)
  app.all('*', (c) => refuse(c, new HttpRefusal(404, messages.notFoundPath)))
  return app
}
