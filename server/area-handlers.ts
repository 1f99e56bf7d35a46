// The handlers of every area, listed. A call of the contract without a handler does not compile.
import { attendancesHandlers } from './attendances/handlers.ts'
import { cashShiftsHandlers } from './cash-shifts/handlers.ts'
import { mergeHandlers } from './clients/merge/handlers.ts'
import { photoHandlers } from './clients/photos/handlers.ts'
import { collectionsHandlers } from './collections/handlers.ts'
import { dailyReportHandlers } from './daily-report/handlers.ts'
import { debtsHandlers } from './debts/handlers.ts'
import { discountsHandlers } from './discounts/handlers.ts'
import { doorHandlers } from './door/handlers.ts'
import { expensesHandlers } from './expenses/handlers.ts'
import { gymInfoHandlers } from './gym-info/handlers.ts'
import { gymsHandlers } from './gyms/handlers.ts'
import { historyHandlers } from './history/handlers.ts'
import type { Handlers } from './http/context.ts'
import { insideHandlers } from './inside/handlers.ts'
import { membershipsHandlers } from './memberships/handlers.ts'
import { messagesHandlers } from './messages/handlers.ts'
import { notificationsHandlers } from './notifications/handlers.ts'
import { pausesHandlers } from './pauses/handlers.ts'
import { paymentKindsHandlers } from './payment-kinds/handlers.ts'
import { paymentsHandlers } from './payments/handlers.ts'
import { productsHandlers } from './products/handlers.ts'
import { purchasesHandlers } from './purchases/handlers.ts'
import { salesHandlers } from './sales/handlers.ts'
import { movementsHandlers, stockHandlers } from './stock/handlers.ts'
import { suppliersHandlers } from './suppliers/handlers.ts'
import { tendersHandlers } from './tenders/handlers.ts'
import { ticketsHandlers } from './tickets/handlers.ts'
import { usersHandlers } from './users/handlers.ts'
import { visitsHandlers } from './visits/handlers.ts'
import { voidsHandlers } from './voids/handlers.ts'

/** Handlers that need nothing but their call. The others are made in app.ts. */
export const areaHandlers = {
  ...attendancesHandlers,
  ...cashShiftsHandlers,
  ...mergeHandlers,
  ...photoHandlers,
  ...collectionsHandlers,
  ...dailyReportHandlers,
  ...debtsHandlers,
  ...discountsHandlers,
  ...doorHandlers,
  ...expensesHandlers,
  ...gymInfoHandlers,
  ...gymsHandlers,
  ...historyHandlers,
  ...insideHandlers,
  ...membershipsHandlers,
  ...messagesHandlers,
  ...notificationsHandlers,
  ...pausesHandlers,
  ...paymentKindsHandlers,
  ...paymentsHandlers,
  ...productsHandlers,
  ...purchasesHandlers,
  ...salesHandlers,
  ...stockHandlers,
  ...movementsHandlers,
  ...suppliersHandlers,
  ...tendersHandlers,
  ...ticketsHandlers,
  ...usersHandlers,
  ...visitsHandlers,
  ...voidsHandlers,
} satisfies Partial<Handlers>
