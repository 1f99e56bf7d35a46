// The table of areas, each declared in its own file. Calls, permissions, refreshes, documents, history and the API
// reference follow from it.

import { attendancesArea } from './attendances.ts'
import { backupArea } from './backup.ts'
import { biometricsArea } from './biometrics.ts'
import { channelsArea } from './channels.ts'
import { clientsArea } from './clients.ts'
import { collectionsArea } from './collections.ts'
import { debtsArea } from './debts.ts'
import { devicesArea } from './devices.ts'
import { discountsArea } from './discounts.ts'
import { diskArea } from './disk.ts'
import { doorArea } from './door.ts'
import { expensesArea } from './expenses.ts'
import { guideArea } from './guide.ts'
import { gymInfoArea } from './gym-info.ts'
import { gymsArea } from './gyms.ts'
import { imagesArea } from './images.ts'
import { insideArea } from './inside.ts'
import { membershipsArea } from './memberships.ts'
import { messagesArea } from './messages.ts'
import { movementsArea } from './movements.ts'
import { notificationsArea } from './notifications.ts'
import { outboxArea } from './outbox.ts'
import { pausesArea } from './pauses.ts'
import { paymentKindsArea } from './payment-kinds.ts'
import { paymentsArea } from './payments.ts'
import { productsArea } from './products.ts'
import { purchasesArea } from './purchases.ts'
import { salesArea } from './sales.ts'
import { sessionArea } from './session.ts'
import { statusArea } from './status.ts'
import { stockArea } from './stock.ts'
import { suppliersArea } from './suppliers.ts'
import { supportArea } from './support.ts'
import { ticketsArea } from './tickets.ts'
import { usersArea } from './users.ts'
import { visitsArea } from './visits.ts'

/** Without areas that report on others: all-areas.ts. */
export const areas = [
  sessionArea,
  gymsArea,
  gymInfoArea,
  guideArea,
  usersArea,
  clientsArea,
  membershipsArea,
  paymentKindsArea,
  paymentsArea,
  pausesArea,
  attendancesArea,
  visitsArea,
  insideArea,
  productsArea,
  stockArea,
  movementsArea,
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
  backupArea,
  diskArea,
  statusArea,
] as const
