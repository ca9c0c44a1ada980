import type { Step } from './concurrently.ts'

import * as initial from './20261121T0900_initial.ts'
import * as indexes from './20261121T0910_postgres_indexes.ts'
import * as monthTotals from './20261121T1000_month_totals.ts'
import * as statistics from './20261121T1010_postgres_statistics.ts'
import * as feedbackSearch from './20261121T1100_feedback_search.ts'
import * as detailTotals from './20261121T1200_day_and_operation_totals.ts'
import * as totalsOfStored from './20261121T1210_postgres_totals_of_the_stored.ts'
import * as keyVersion from './20261121T1220_key_version.ts'
import * as knownPlaces from './20261122T0900_known_places.ts'
import * as keyAnswer from './20261122T0910_key_answer.ts'
import * as netTotal from './20261122T1000_net_total.ts'
import * as narrowIndexes from './20261122T1010_postgres_narrow_indexes.ts'
import * as userPreferences from './20261122T1100_user_preferences.ts'
import * as privateNote from './20261122T1200_private_note_and_price_entry.ts'
import * as operationIncome from './20261122T1400_operation_income.ts'
import * as incomeOfStored from './20261122T1401_postgres_operation_income.ts'
import * as vehicles from './20261122T1500_vehicles_and_customers.ts'
import * as links from './20261122T1510_postgres_links.ts'
import * as searchTexts from './20261122T1520_search_texts.ts'
import * as searchTextsOfStored from './20261122T1530_postgres_search_texts.ts'
import * as visits from './20261122T1600_visits.ts'
import * as visitIndexes from './20261122T1610_postgres_visits.ts'
import * as itemMemory from './20261122T1700_item_memory.ts'
import * as itemsOfStored from './20261122T1710_postgres_item_memory.ts'
import * as shortSearches from './20261123T0900_postgres_short_searches.ts'
import * as plainCarNames from './20261123T0910_postgres_plain_car_names.ts'
import * as searchGrams from './20261123T1000_postgres_search_grams.ts'
import * as orders from './20261123T1010_postgres_orders.ts'
import * as visitedLists from './20261123T1100_postgres_visited_lists.ts'
import * as expenseOrder from './20261123T1110_postgres_expense_order.ts'
import * as resetLinks from './20261124T1100_confirmation_and_reset_links.ts'
import * as rowSecurity from './20261124T1300_postgres_row_security.ts'
import * as idleLimit from './20261124T1400_idle_limit.ts'
import * as changes from './20261124T1500_changes.ts'
import * as changeIndexes from './20261124T1510_postgres_changes.ts'
import * as staff from './20261124T1600_staff.ts'
import * as secondFactor from './20261124T1700_second_factor.ts'
import * as mechanic from './20261124T1800_mechanic.ts'
import * as customerData from './20261124T1810_customer_data.ts'
import * as customerDataGuards from './20261124T1811_postgres_customer_data.ts'
import * as shops from './20261124T1820_shops.ts'
import * as shopFunctions from './20261124T1821_postgres_shops.ts'
import * as consentTexts from './20261124T1822_consent_texts.ts'
import * as passkeys from './20261124T1830_passkeys.ts'
import * as browserTokens from './20261124T1831_browser_tokens.ts'
import * as statusAndMakeTotals from './20261125T0900_status_and_make_totals.ts'
import * as totalsByStatusAndMake from './20261125T0910_postgres_status_and_make_totals.ts'
import * as fewerSearchKeys from './20261125T0920_postgres_fewer_search_keys.ts'
import * as statementsOfFunctions from './20261125T1500_postgres_statements_of_functions.ts'
import * as searchesUnderPolicies from './20261126T0100_postgres_searches_under_policies.ts'
import * as openWorkInAnyCase from './20261126T1100_postgres_open_work_in_any_case.ts'
import * as lookAlikes from './20261126T1110_look_alikes.ts'
import * as accessMarks from './20261126T1120_access_marks.ts'
import * as accessChanges from './20261126T1300_access_changes.ts'
import * as shopColumns from './20261126T1500_shop_columns.ts'
import * as functionsOfShops from './20261126T1510_postgres_shop_columns.ts'
import * as shopsTable from './20261127T0900_shops.ts'
import * as keysToShops from './20261127T0910_postgres_shops.ts'
import * as changeCustomer from './20261127T1100_change_customer.ts'
import * as daysAndCounts from './20261127T1200_days_and_counts.ts'
import * as storedKeys from './20261127T1210_postgres_stored_keys.ts'
import * as statusAmounts from './20261127T1300_status_amounts.ts'
import * as indexNames from './20261127T1400_postgres_index_names.ts'
import * as payments from './20261128T1900_payments.ts'
import * as paymentGuards from './20261128T1910_postgres_payments.ts'
import * as customerAccounts from './20261129T0900_customer_accounts.ts'
import * as debtIndexes from './20261129T0910_postgres_debts.ts'
import * as expenseMethod from './20261129T1000_expense_method.ts'
import * as expenseMethodCheck from './20261129T1010_postgres_expense_method.ts'
import * as expenseCategory from './20261129T1020_expense_category.ts'
import * as expenseVat from './20261129T1030_expense_vat.ts'
import * as expenseVatCheck from './20261129T1031_postgres_expense_vat.ts'
import * as discount from './20261129T1100_discount.ts'
import * as discountGuard from './20261129T1110_postgres_discount.ts'
import * as dayEnds from './20261129T1200_day_ends.ts'
import * as dayEndGuards from './20261129T1210_postgres_day_ends.ts'
import * as expenseRepetition from './20261129T1400_expense_repetition.ts'
import * as expenseRepetitionGuards from './20261129T1410_postgres_expense_repetition.ts'
import * as monthIndexes from './20261129T1500_postgres_month.ts'
import * as owedIndex from './20261129T1600_postgres_debts_alone.ts'
import * as shares from './20261129T1600_shares.ts'
import * as shareGuards from './20261129T1610_postgres_shares.ts'
import * as periodIndex from './20261129T1620_postgres_payment_period.ts'
import * as stages from './20261129T1700_stages.ts'
import * as stageIndexes from './20261129T1710_postgres_stages.ts'
import * as intakes from './20261129T1800_intake.ts'
import * as intakeGuards from './20261129T1810_postgres_intake.ts'
import * as accountShares from './20261129T1900_shares_of_accounts.ts'
import * as accountShareGuards from './20261129T1910_postgres_shares_of_accounts.ts'
import * as mail from './20261129T1920_mail.ts'
import * as mailGuards from './20261129T1930_postgres_mail.ts'
import * as quotes from './20261129T2000_quotes.ts'
import * as quoteGuards from './20261129T2010_postgres_quotes.ts'
import * as extraWork from './20261129T2100_extra_work.ts'
import * as extraWorkGuards from './20261129T2110_postgres_extra_work.ts'
import * as warranty from './20261129T2120_warranty.ts'
import * as warrantyChecks from './20261129T2130_postgres_warranty.ts'
import * as messageTexts from './20261129T2200_message_texts.ts'
import * as customerShareGuards from './20261129T2210_postgres_shares_of_customers.ts'
import * as replyAddress from './20261129T2220_reply_address.ts'
import * as appointments from './20261129T2300_appointments.ts'
import * as appointmentIndex from './20261129T2310_postgres_appointments.ts'
import * as earlierTerms from './20261129T2400_earlier_terms.ts'
import * as reminders from './20261129T2500_reminders.ts'
import * as reminderGuards from './20261129T2510_postgres_reminders.ts'
import * as calendarAddress from './20261129T2600_calendar_address.ts'
import * as appointmentTexts from './20261129T2610_appointment_texts.ts'
import * as itemWarranties from './20261129T2700_item_warranties.ts'

/** The migrations in their order. A landed migration is never edited; add a new file and its line here. */
export const migrations: Record<string, Step> = {
  '20261121T0900_initial': initial,
  '20261121T0910_postgres_indexes': indexes,
  '20261121T1000_month_totals': monthTotals,
  '20261121T1010_postgres_statistics': statistics,
  '20261121T1100_feedback_search': feedbackSearch,
  '20261121T1200_day_and_operation_totals': detailTotals,
  '20261121T1210_postgres_totals_of_the_stored': totalsOfStored,
  '20261121T1220_key_version': keyVersion,
  '20261122T0900_known_places': knownPlaces,
  '20261122T0910_key_answer': keyAnswer,
  '20261122T1000_net_total': netTotal,
  '20261122T1010_postgres_narrow_indexes': narrowIndexes,
  '20261122T1100_user_preferences': userPreferences,
  '20261122T1200_private_note_and_price_entry': privateNote,
  '20261122T1400_operation_income': operationIncome,
  '20261122T1401_postgres_operation_income': incomeOfStored,
  '20261122T1500_vehicles_and_customers': vehicles,
  '20261122T1510_postgres_links': links,
  '20261122T1520_search_texts': searchTexts,
  '20261122T1530_postgres_search_texts': searchTextsOfStored,
  '20261122T1600_visits': visits,
  '20261122T1610_postgres_visits': visitIndexes,
  '20261122T1700_item_memory': itemMemory,
  '20261122T1710_postgres_item_memory': itemsOfStored,
  '20261123T0900_postgres_short_searches': shortSearches,
  '20261123T0910_postgres_plain_car_names': plainCarNames,
  '20261123T1000_postgres_search_grams': searchGrams,
  '20261123T1010_postgres_orders': orders,
  '20261123T1100_postgres_visited_lists': visitedLists,
  '20261123T1110_postgres_expense_order': expenseOrder,
  '20261124T1100_confirmation_and_reset_links': resetLinks,
  '20261124T1300_postgres_row_security': rowSecurity,
  '20261124T1400_idle_limit': idleLimit,
  '20261124T1500_changes': changes,
  '20261124T1510_postgres_changes': changeIndexes,
  '20261124T1600_staff': staff,
  '20261124T1700_second_factor': secondFactor,
  '20261124T1800_mechanic': mechanic,
  '20261124T1810_customer_data': customerData,
  '20261124T1811_postgres_customer_data': customerDataGuards,
  '20261124T1820_shops': shops,
  '20261124T1821_postgres_shops': shopFunctions,
  '20261124T1822_consent_texts': consentTexts,
  '20261124T1830_passkeys': passkeys,
  '20261124T1831_browser_tokens': browserTokens,
  '20261125T0900_status_and_make_totals': statusAndMakeTotals,
  '20261125T0910_postgres_status_and_make_totals': totalsByStatusAndMake,
  '20261125T0920_postgres_fewer_search_keys': fewerSearchKeys,
  '20261125T1500_postgres_statements_of_functions': statementsOfFunctions,
  '20261126T0100_postgres_searches_under_policies': searchesUnderPolicies,
  '20261126T1100_postgres_open_work_in_any_case': openWorkInAnyCase,
  '20261126T1110_look_alikes': lookAlikes,
  '20261126T1120_access_marks': accessMarks,
  '20261126T1300_access_changes': accessChanges,
  '20261126T1500_shop_columns': shopColumns,
  '20261126T1510_postgres_shop_columns': functionsOfShops,
  '20261127T0900_shops': shopsTable,
  '20261127T0910_postgres_shops': keysToShops,
  '20261127T1100_change_customer': changeCustomer,
  '20261127T1200_days_and_counts': daysAndCounts,
  '20261127T1210_postgres_stored_keys': storedKeys,
  '20261127T1300_status_amounts': statusAmounts,
  '20261127T1400_postgres_index_names': indexNames,
  '20261128T1900_payments': payments,
  '20261128T1910_postgres_payments': paymentGuards,
  '20261129T0900_customer_accounts': customerAccounts,
  '20261129T0910_postgres_debts': debtIndexes,
  '20261129T1000_expense_method': expenseMethod,
  '20261129T1010_postgres_expense_method': expenseMethodCheck,
  '20261129T1020_expense_category': expenseCategory,
  '20261129T1030_expense_vat': expenseVat,
  '20261129T1031_postgres_expense_vat': expenseVatCheck,
  '20261129T1100_discount': discount,
  '20261129T1110_postgres_discount': discountGuard,
  '20261129T1200_day_ends': dayEnds,
  '20261129T1210_postgres_day_ends': dayEndGuards,
  '20261129T1400_expense_repetition': expenseRepetition,
  '20261129T1410_postgres_expense_repetition': expenseRepetitionGuards,
  '20261129T1500_postgres_month': monthIndexes,
  '20261129T1600_postgres_debts_alone': owedIndex,
  '20261129T1600_shares': shares,
  '20261129T1610_postgres_shares': shareGuards,
  '20261129T1620_postgres_payment_period': periodIndex,
  '20261129T1700_stages': stages,
  '20261129T1710_postgres_stages': stageIndexes,
  '20261129T1800_intake': intakes,
  '20261129T1810_postgres_intake': intakeGuards,
  '20261129T1900_shares_of_accounts': accountShares,
  '20261129T1910_postgres_shares_of_accounts': accountShareGuards,
  '20261129T1920_mail': mail,
  '20261129T1930_postgres_mail': mailGuards,
  '20261129T2000_quotes': quotes,
  '20261129T2010_postgres_quotes': quoteGuards,
  '20261129T2100_extra_work': extraWork,
  '20261129T2110_postgres_extra_work': extraWorkGuards,
  '20261129T2120_warranty': warranty,
  '20261129T2130_postgres_warranty': warrantyChecks,
  '20261129T2200_message_texts': messageTexts,
  '20261129T2210_postgres_shares_of_customers': customerShareGuards,
  '20261129T2220_reply_address': replyAddress,
  '20261129T2300_appointments': appointments,
  '20261129T2310_postgres_appointments': appointmentIndex,
  '20261129T2400_earlier_terms': earlierTerms,
  '20261129T2500_reminders': reminders,
  '20261129T2510_postgres_reminders': reminderGuards,
  '20261129T2600_calendar_address': calendarAddress,
  '20261129T2610_appointment_texts': appointmentTexts,
  '20261129T2700_item_warranties': itemWarranties,
}
