// Lists the handlers of every area. An endpoint of the contract without a handler does not compile.

import { gymInfoHandlers } from './admin/gym-info/handlers.ts'
import { gymsHandlers } from './admin/gyms/handlers.ts'
import { usersHandlers } from './admin/users/handlers.ts'
import { doorHandlers } from './door/handlers.ts'
import { attendancesHandlers } from './members/attendances/handlers.ts'
import { bulkPhotoHandlers } from './members/clients/bulk-photos/handlers.ts'
import { mergeHandlers } from './members/clients/merge/handlers.ts'
import { peopleInsideHandlers } from './members/inside/handlers.ts'
import { membershipsHandlers } from './members/memberships/handlers.ts'
import { pausesHandlers } from './members/pauses/handlers.ts'
import { dailyReportHandlers } from './messaging/daily-report/handlers.ts'
import { messagesHandlers } from './messaging/messages/handlers.ts'
import type { Handlers } from './platform/http/handler-types.ts'
import { historyHandlers } from './reports/history/handlers.ts'
import { notificationsHandlers } from './reports/notifications/handlers.ts'
import { cashShiftsHandlers } from './till/cash-shifts/handlers.ts'
import { collectionsHandlers } from './till/collections/handlers.ts'
import { debtsHandlers } from './till/debts/handlers.ts'
import { discountsHandlers } from './till/discounts/handlers.ts'
import { expensesHandlers } from './till/expenses/handlers.ts'
import { paymentKindsHandlers } from './till/payment-kinds/handlers.ts'
import { productsHandlers } from './till/products/handlers.ts'
import { purchasesHandlers } from './till/purchases/handlers.ts'
import { movementsHandlers, stockHandlers } from './till/stock/handlers.ts'
import { suppliersHandlers } from './till/suppliers/handlers.ts'
import { tendersHandlers } from './till/tenders/handlers.ts'
import { voidsHandlers } from './till/voids/handlers.ts'

/** Handlers that need only the call itself. app.ts makes the handlers that need services. */
export const areaHandlers = {
  ...attendancesHandlers,
  ...cashShiftsHandlers,
  ...mergeHandlers,
  ...bulkPhotoHandlers,
  ...collectionsHandlers,
  ...dailyReportHandlers,
  ...debtsHandlers,
  ...discountsHandlers,
  ...doorHandlers,
  ...expensesHandlers,
  ...gymInfoHandlers,
  ...gymsHandlers,
  ...historyHandlers,
  ...peopleInsideHandlers,
  ...membershipsHandlers,
  ...messagesHandlers,
  ...notificationsHandlers,
  ...pausesHandlers,
  ...paymentKindsHandlers,
  ...productsHandlers,
  ...purchasesHandlers,
  ...stockHandlers,
  ...movementsHandlers,
  ...suppliersHandlers,
  ...tendersHandlers,
  ...usersHandlers,
  ...voidsHandlers,
} satisfies Partial<Handlers>
