// Table of areas (groups of API calls), each declared in its own file. Endpoints, permissions, refreshes, documents,
// history and the API reference are derived from it.

import { gymInfoArea } from './admin/gym-info.ts'
import { gymsArea } from './admin/gyms.ts'
import { sessionArea } from './admin/session.ts'
import { setupGuideArea } from './admin/setup-guide.ts'
import { systemStatusArea } from './admin/status.ts'
import { supportArea } from './admin/support.ts'
import { usersArea } from './admin/users.ts'
import { devicesArea } from './door/devices.ts'
import { doorArea } from './door/door.ts'
import { fiscalArea } from './fiscal/fiscal.ts'
import { fiscalDocumentsArea } from './fiscal/fiscal-documents.ts'
import { receivedDocumentsArea } from './fiscal/received-documents.ts'
import { attendancesArea } from './members/attendances.ts'
import { biometricsArea } from './members/biometrics.ts'
import { clientsArea } from './members/clients.ts'
import { membershipsArea } from './members/memberships.ts'
import { pausesArea } from './members/pauses.ts'
import { peopleInsideArea } from './members/people-inside.ts'
import { channelsArea } from './messaging/channels.ts'
import { dailyReportArea } from './messaging/daily-report.ts'
import { messagesArea } from './messaging/messages.ts'
import { outboxArea } from './messaging/outbox.ts'
import { notificationsArea } from './reports/notifications.ts'
import { statisticsArea } from './reports/statistics.ts'
import { imagesArea } from './shared/images.ts'
import { cashShiftsArea } from './till/cash-shifts.ts'
import { collectionsArea } from './till/debt-collections.ts'
import { debtsArea } from './till/debts.ts'
import { discountsArea } from './till/discounts.ts'
import { expensesArea } from './till/expenses.ts'
import { paymentKindsArea } from './till/payment-kinds.ts'
import { paymentsArea } from './till/payments.ts'
import { productsArea } from './till/products.ts'
import { purchasesArea } from './till/purchases.ts'
import { salesArea } from './till/sales.ts'
import { stockArea } from './till/stock.ts'
import { stockMovementsArea } from './till/stock-movements.ts'
import { suppliersArea } from './till/suppliers.ts'
import { tendersArea } from './till/tenders.ts'
import { ticketsArea } from './till/tickets.ts'
import { voidsArea } from './till/voids.ts'

/** All areas except the history, which depends on this list because it shows the other areas. */
export const apiAreasExceptHistory = [
  sessionArea,
  gymsArea,
  gymInfoArea,
  setupGuideArea,
  usersArea,
  clientsArea,
  membershipsArea,
  paymentKindsArea,
  paymentsArea,
  pausesArea,
  attendancesArea,
  peopleInsideArea,
  productsArea,
  stockArea,
  stockMovementsArea,
  suppliersArea,
  purchasesArea,
  expensesArea,
  salesArea,
  ticketsArea,
  discountsArea,
  debtsArea,
  collectionsArea,
  devicesArea,
  doorArea,
  biometricsArea,
  notificationsArea,
  imagesArea,
  messagesArea,
  channelsArea,
  outboxArea,
  supportArea,
  systemStatusArea,
  voidsArea,
  tendersArea,
  cashShiftsArea,
  statisticsArea,
  dailyReportArea,
  fiscalArea,
  fiscalDocumentsArea,
  receivedDocumentsArea,
] as const
