import { listChanges, listChangesOf } from '#server/change/list.ts'
import { listTrash } from '#server/change/trash.ts'
import { listCustomers, lookupCustomers } from '#server/customer/list.ts'
import type { LinkName } from '#server/directory/links.ts'
import { mergeLinked, separateLinked } from '#server/directory/merge.ts'
import { listCategories, saveCategories } from '#server/expense/categories.ts'
import * as expense from '#server/expense/operations.ts'
import * as repetition from '#server/expense/repetitions.ts'
import { getVatEstimate } from '#server/expense/vat-estimate.ts'
import { addFeedback, supportContact } from '#server/feedback/operations.ts'
import { getCustomer, getVehicle } from '#server/history/details.ts'
import { earlierVisits } from '#server/history/earlier.ts'
import { listVisits } from '#server/history/visits.ts'
import { deletePackage, listPackages, restorePackage, savePackage } from '#server/item/packages.ts'
import { deletePrice, getPrice, listPrices, restorePrice, savePrice } from '#server/item/prices.ts'
import { suggestItems } from '#server/item/suggest.ts'
import * as intake from '#server/intake/operations.ts'
import * as intakeTerms from '#server/intake/terms.ts'
import * as kayit from '#server/kayit/operations.ts'
import { relink } from '#server/kayit/relink.ts'
import { warrantiesOf } from '#server/history/warranty.ts'
import { saveKayit } from '#server/kayit/save.ts'
import { settleRecord } from '#server/kayit/settle.ts'
import {
  endCalendarAddress,
  getCalendarAddress,
  makeCalendarAddress,
} from '#server/appointment/calendar-address.ts'
import { listAppointments, saveWorkingHours } from '#server/appointment/operations.ts'
import { becomeQuote, becomeVisit } from '#server/kayit/stage.ts'
import { addExtraWork, askExtraWork } from '#server/kayit/extra-work.ts'
import { setStatus } from '#server/kayit/status.ts'
import { customerAccount } from '#server/balance/account.ts'
import { listDebts } from '#server/balance/debts.ts'
import { saveOpening } from '#server/balance/opening.ts'
import { monthPayments } from '#server/month/payments.ts'
import { todayMoney } from '#server/month/today.ts'
import * as payment from '#server/payment/operations.ts'
import { eraseCustomer } from '#server/personal-data/erase.ts'
import { getStored, listErasures } from '#server/personal-data/register.ts'
import { getRequest, listRequests, saveRequest } from '#server/personal-data/requests.ts'
import { getRetention, saveRetention } from '#server/personal-data/retention.ts'
import { remindersOf } from '#server/reminder/car.ts'
import { listReminders } from '#server/reminder/list.ts'
import * as reminder from '#server/reminder/operations.ts'
import { findEverywhere } from '#server/search/operations.ts'
import * as staff from '#server/staff/operations.ts'
import * as share from '#server/share/operations.ts'
import { shareNews } from '#server/share/news.ts'
import { quoteSendingOf } from '#server/share/quote-state.ts'
import { getComparedStats, getPeriodStats } from '#server/stats/operations.ts'
import * as till from '#server/till/operations.ts'
import { listVehicles, lookupVehicles } from '#server/vehicle/list.ts'
import { accountInput, debtsInput, openingInput } from '#shared/balance/schema.ts'
import { changeListInput, changesOfInput, trashInput } from '#shared/change/schema.ts'
import { customerListInput, customerLookupInput } from '#shared/customer/schema.ts'
import {
  categoriesInput,
  endRepetitionInput,
  expenseIdInput,
  expenseInput,
  expenseListInput,
  skipInput,
  titleInput,
} from '#shared/expense/schema.ts'
import { feedbackInput } from '#shared/feedback/schema.ts'
import { monthFilter } from '#shared/fields.ts'
import * as history from '#shared/history/schema.ts'
import { deliveryInput, handoverInput, intakeInput, termsInput } from '#shared/intake/schema.ts'
import { itemIdInput, packageInput, priceInput, priceListInput, suggestInput } from '#shared/item/schema.ts'
import { appointmentListInput, workingHoursInput } from '#shared/appointment/schema.ts'
import { earlierStageInput, kayitIdInput, kayitIdsInput, storedKayitInput } from '#shared/kayit/ids.ts'
import { kayitInput, kayitListInput } from '#shared/kayit/schema.ts'
import { statusInput } from '#shared/kayit/status.ts'
import { monthInput } from '#shared/month/schema.ts'
import * as payments from '#shared/payment/schema.ts'
import * as personalData from '#shared/personal-data/schema.ts'
import { reminderInput, reminderNameInput, reminderRemovalInput, soldInput } from '#shared/reminder/schema.ts'
import { searchInput } from '#shared/search/schema.ts'
import { mailInput, shareIdInput, shareInput, sharesInput } from '#shared/share/schema.ts'
import { staffIdInput, staffInput } from '#shared/staff/schema.ts'
import { periodInput } from '#shared/stats/schema.ts'
import { closeDayInput, openTillInput, tillDayInput } from '#shared/till/schema.ts'
import { vehicleListInput, vehicleLookupInput } from '#shared/vehicle/schema.ts'

import { adminRouter } from './admin.ts'
import { authRouter } from './auth.ts'
import { run, runPlain } from './run.ts'
import { settingsRouter } from './settings.ts'
import { readingProcedure, router, userMutation, userProcedure } from './trpc.ts'

const { linkInput, linkedIdInput, mergeInput, separateInput, visitsInput } = history

/** Returns the procedures that customers and cars have in common. */
const linkedProcedures = (name: LinkName) => ({
  visits: readingProcedure.input(visitsInput).query(runPlain((ctx, input) => listVisits(ctx, name, input))),
  merge: userMutation.input(mergeInput).mutation(({ ctx, input }) => mergeLinked(ctx, name, input)),
  separate: userMutation.input(separateInput).mutation(({ ctx, input }) => separateLinked(ctx, name, input)),
  relink: userMutation.input(linkInput).mutation(({ ctx, input }) => relink(ctx, name, input)),
})

/** All that the page calls: one line for each operation of the shop. */
export const appRouter = router({
  admin: adminRouter,
  auth: authRouter,
  settings: settingsRouter,
  appointment: {
    list: readingProcedure.input(appointmentListInput).query(runPlain(listAppointments)),
    calendar: userProcedure.query(run(getCalendarAddress)),
    makeCalendar: userMutation.meta({ returnsToken: true }).mutation(run(makeCalendarAddress)),
    endCalendar: userMutation.mutation(run(endCalendarAddress)),
    saveHours: userMutation.input(workingHoursInput).mutation(run(saveWorkingHours)),
  },
  change: {
    list: userProcedure.input(changeListInput).query(run(listChanges)),
    of: userProcedure.input(changesOfInput).query(run(listChangesOf)),
    trash: userProcedure.input(trashInput).query(runPlain(listTrash)),
  },
  customer: {
    list: readingProcedure.input(customerListInput).query(runPlain(listCustomers)),
    get: readingProcedure.input(linkedIdInput).query(runPlain(getCustomer)),
    lookup: userProcedure.input(customerLookupInput).query(run(lookupCustomers)),
    ...linkedProcedures('customer'),
  },
  expense: {
    list: readingProcedure.input(expenseListInput).query(runPlain(expense.listExpenses)),
    get: userProcedure.input(expenseIdInput).query(run(expense.getExpense)),
    titles: userProcedure.input(titleInput).query(run(expense.suggestTitles)),
    categories: userProcedure.query(run(listCategories)),
    vat: userProcedure.input(monthInput).query(run(getVatEstimate)),
    saveCategories: userMutation.input(categoriesInput).mutation(run(saveCategories)),
    save: userMutation.input(expenseInput).mutation(run(expense.saveExpense)),
    delete: userMutation.input(expenseIdInput).mutation(run(expense.deleteExpense)),
    restore: userMutation.input(expenseIdInput).mutation(run(expense.restoreExpense)),
    repetitions: userProcedure.query(run(repetition.listRepetitions)),
    skip: userMutation.input(skipInput).mutation(run(repetition.skipMonth)),
    endRepetition: userMutation.input(endRepetitionInput).mutation(run(repetition.endRepetition)),
    storeDue: userMutation.mutation(run(repetition.storeDue)),
  },
  feedback: {
    add: userMutation.input(feedbackInput).mutation(run(addFeedback)),
    support: userProcedure.query(run(supportContact)),
  },
  intake: {
    get: userProcedure.input(handoverInput).query(runPlain(intake.getHandover)),
    save: userMutation.input(intakeInput).mutation(run(intake.saveIntake)),
    deliver: userMutation.input(deliveryInput).mutation(run(intake.saveDelivery)),
    saveTerms: userMutation.input(termsInput).mutation(run(intakeTerms.saveTerms)),
  },
  item: {
    suggest: userProcedure.input(suggestInput).query(run(suggestItems)),
    prices: userProcedure.input(priceListInput).query(run(listPrices)),
    price: userProcedure.input(itemIdInput).query(run(getPrice)),
    savePrice: userMutation.input(priceInput).mutation(run(savePrice)),
    deletePrice: userMutation.input(itemIdInput).mutation(run(deletePrice)),
    restorePrice: userMutation.input(itemIdInput).mutation(run(restorePrice)),
    packages: userProcedure.query(run(listPackages)),
    savePackage: userMutation.input(packageInput).mutation(run(savePackage)),
    deletePackage: userMutation.input(itemIdInput).mutation(run(deletePackage)),
    restorePackage: userMutation.input(itemIdInput).mutation(run(restorePackage)),
  },
  kayit: {
    list: readingProcedure.input(kayitListInput).query(runPlain(kayit.listKayit)),
    counts: readingProcedure.query(runPlain(kayit.countBook)),
    get: userProcedure.input(kayitIdInput).query(runPlain(kayit.getKayit)),
    unpriced: userProcedure.input(kayitIdsInput).query(runPlain(kayit.unpricedItems)),
    save: userMutation.meta({ checksSession: true }).input(kayitInput).mutation(run(saveKayit)),
    becomeVisit: userMutation
      .meta({ checksSession: true })
      .input(storedKayitInput)
      .mutation(run(becomeVisit)),
    becomeQuote: userMutation.input(earlierStageInput).mutation(run(becomeQuote)),
    askExtra: userMutation.input(kayitIdInput).mutation(run(askExtraWork)),
    addExtra: userMutation.input(kayitIdInput).mutation(run(addExtraWork)),
    setStatus: userMutation.input(statusInput).mutation(run(setStatus)),
    delete: userMutation.input(kayitIdInput).mutation(run(kayit.deleteKayit)),
    restore: userMutation.input(kayitIdInput).mutation(run(kayit.restoreKayit)),
  },
  payment: {
    of: userProcedure.input(payments.paymentsInput).query(runPlain(payment.paymentsOf)),
    settle: userMutation.input(payments.settlementInput).mutation(run(settleRecord)),
    take: userMutation.input(payments.paymentInput).mutation(run(payment.takePayment)),
    takeOnAccount: userMutation.input(payments.onAccountInput).mutation(run(payment.takeOnAccount)),
    assign: userMutation.input(payments.assignmentInput).mutation(run(payment.assignPayment)),
    reverse: userMutation.input(payments.reversalInput).mutation(run(payment.reversePayment)),
    account: userProcedure.input(accountInput).query(runPlain(customerAccount)),
    debts: userProcedure.input(debtsInput).query(runPlain(listDebts)),
    month: userProcedure.input(monthInput).query(runPlain(monthPayments)),
    today: userProcedure.query(runPlain(todayMoney)),
    saveOpening: userMutation.input(openingInput).mutation(run(saveOpening)),
    start: userProcedure.query(run(payment.getAccountsStart)),
    saveStart: userMutation.input(payments.accountStartInput).mutation(run(payment.saveAccountsStart)),
  },
  personalData: {
    stored: userProcedure.input(linkedIdInput).query(run(getStored)),
    erase: userMutation.input(personalData.eraseInput).mutation(run(eraseCustomer)),
    erasures: userProcedure.input(personalData.registerInput).query(run(listErasures)),
    requests: userProcedure.input(personalData.registerInput).query(run(listRequests)),
    request: userProcedure.input(personalData.dataRequestIdInput).query(run(getRequest)),
    saveRequest: userMutation.input(personalData.dataRequestInput).mutation(run(saveRequest)),
    retention: userProcedure.query(run(getRetention)),
    saveRetention: userMutation.input(personalData.retentionInput).mutation(run(saveRetention)),
  },
  reminder: {
    list: readingProcedure.query(runPlain(listReminders)),
    of: userProcedure.input(linkedIdInput).query(runPlain(remindersOf)),
    save: userMutation.input(reminderInput).mutation(run(reminder.saveReminder)),
    opened: userMutation.input(reminderNameInput).mutation(run(reminder.noteOpened)),
    setSold: userMutation.input(soldInput).mutation(run(reminder.setSold)),
    remove: userMutation.input(reminderRemovalInput).mutation(run(reminder.removeReminder)),
  },
  search: {
    find: userProcedure.input(searchInput).query(run(findEverywhere)),
  },
  share: {
    list: userProcedure.input(sharesInput).query(runPlain(share.listShares)),
    create: userMutation.input(shareInput).mutation(run(share.createShare)),
    mail: userMutation.input(mailInput).mutation(run(share.mailShare)),
    revoke: userMutation.input(shareIdInput).mutation(run(share.revokeShare)),
    quote: userProcedure.input(kayitIdInput).query(runPlain(quoteSendingOf)),
    news: userProcedure.query(runPlain(shareNews)),
  },
  staff: {
    list: userProcedure.query(run(staff.listStaff)),
    get: userProcedure.input(staffIdInput).query(run(staff.getMember)),
    save: userMutation.meta({ hashesPassword: true }).input(staffInput).mutation(run(staff.saveMember)),
    close: userMutation.input(staffIdInput).mutation(run(staff.closeMember)),
    restore: userMutation.input(staffIdInput).mutation(run(staff.restoreMember)),
    endSessions: userMutation.input(staffIdInput).mutation(run(staff.endMemberSessions)),
    makeResetLink: userMutation
      .meta({ returnsToken: true })
      .input(staffIdInput)
      .mutation(run(staff.makeMemberLink)),
  },
  stats: {
    get: readingProcedure.input(monthFilter).query(runPlain(getComparedStats)),
    period: readingProcedure.input(periodInput).query(runPlain(getPeriodStats)),
  },
  till: {
    day: userProcedure.input(tillDayInput).query(runPlain(till.dayOf)),
    open: userMutation.input(openTillInput).mutation(run(till.openTill)),
    close: userMutation.input(closeDayInput).mutation(run(till.closeDay)),
  },
  vehicle: {
    list: readingProcedure.input(vehicleListInput).query(runPlain(listVehicles)),
    get: readingProcedure.input(linkedIdInput).query(runPlain(getVehicle)),
    earlier: userProcedure.input(history.earlierInput).query(runPlain(earlierVisits)),
    warranty: userProcedure.input(linkedIdInput).query(runPlain(warrantiesOf)),
    lookup: userProcedure.input(vehicleLookupInput).query(run(lookupVehicles)),
    ...linkedProcedures('vehicle'),
  },
})

export type AppRouter = typeof appRouter
