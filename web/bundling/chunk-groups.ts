// Which code travels together. Left alone the bundler makes a file of whatever the same pages share: over a hundred, most
// of one icon each, and each costs a first visit a request with its headers.
import type { Rolldown } from 'vite'
import { webFile } from './web-file.ts'

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** What our own updates leave cached. */
const base =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack[\\/](react-query|query-core))[\\/]/

/** Addresses: the login stands without them. */
const router = /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|store|react-store)[\\/]/

/** What validates: schemas come with the first form, and a list that uses one of their words does not fetch them. */
const forms =
  /[\\/]node_modules[\\/](zod|@mantine[\\/]form)[\\/]|[\\/]contract[\\/](schema-texts\.ts|(shapes|users|clients|support)\.ts\?made)$|[\\/]forms[\\/]form-errors\.ts$/

/** The other schemas: those of dialogs, and of what is set up. */
const schemas = /[\\/]contract[\\/].*\?made$/

/** Rules that stand beside schemas: who asks them and validates nothing would fetch those. Of windows, of debts, of two pages. */
const windowRules = /[\\/]contract[\\/](paid-time|payments)\.ts(\?plain)?$/
const debtRules = /[\\/]contract[\\/]debts\.ts(\?plain)?$/
const userRules = /[\\/]contract[\\/]users\.ts(\?plain)?$/

/**
 * The rest of the contract, beyond what the shell uses of it, and what few pages ask for. A file's lists that its own schemas are
 * made of have to stand here: beside them they would come too late.
 */
const words =
  /[\\/]contract[\\/](?!history-words|schedules|device-doors|schema-texts|channels|mail-providers|documents|door|entry|gym-info|gyms|messages|sales|visits|voids|void-lines|statistics|paid-time|users|payments|opening-hours|payment-kinds|tenders|tender-words|movements|stock|client-import|product-import|client-photos|bills|cash-shifts|discounts|debts|refunds|collections)[^\\/]+\.ts(\?plain)?$/

/** Too small to be fetched one by one, where several pieces draw them; that of one piece comes with it. */
const icons = /[\\/]kit[\\/]icons\.ts\?/

const isOfOne = (id: string, context: Context) => icons.test(id) && context.getModuleInfo(id)?.importers.length === 1

/** The pages' styles, after those of the start and of the login: one file is fetched sooner than six. */
const styles = /[\\/]web[\\/](?!kit[\\/]Calendar).+\.css$/

/** What so many pieces rest on that none of them may own it. */
const common =
  /use-merged-ref|create-safe-context|get-default-z-index|get-auto-contrast|use-direction|DirectionProvider|get-sorted-breakpoints|get-base-value|get-breakpoint-value/

interface Stage {
  name: string
  /** Each with all that it begins with. */
  from: readonly string[]
  /** What belongs to it besides. */
  also?: readonly RegExp[]
}

/** In the order of a visit. Each is one file: its pieces, but for what the stages before it have already. */
const stages: readonly Stage[] = [
  { name: 'start', from: ['main.tsx'] },
  { name: 'login', from: ['screens/login/LoginPage.tsx'] },
  { name: 'shell', from: ['Screens.tsx', 'shell/Shell.tsx'] },
  {
    name: 'lists',
    from: [
      'shell/PageHeader.tsx',
      'navigation/OpenButton.tsx',
      'kit/DataTable.tsx',
      'navigation/PagedTable.tsx',
      'navigation/use-pages.ts',
      'kit/RowActions.tsx',
      'kit/Picture.tsx',
      'kit/FigureCard.tsx',
      'kit/InstantText.tsx',
      'kit/Money.tsx',
      'kit/AmountsText.tsx',
      'kit/DayText.tsx',
      'navigation/link-columns.tsx',
      'kit/use-matching.ts',
      'kit/use-delayed-value.ts',
      'features/memberships/ExpiryDay.tsx',
      'session/gym-clock.ts',
    ],
    also: [words, icons, common],
  },
  { name: 'search', from: ['kit/SearchField.tsx'] },
  {
    name: 'filters',
    from: [
      'kit/ListFilter.tsx',
      'navigation/ExportedTable.tsx',
      'features/bills/RangedTable.tsx',
      'features/bills/ChargedAmount.tsx',
      'api/fetch-all.ts',
      'features/bills/bill-on-demand.ts',
      'features/bills/list-texts.ts',
      'features/bills/VoidsList.tsx',
    ],
  },
  // Lists of people, and of what can be deleted.
  { name: 'records', from: ['kit/StatusMark.tsx', 'features/contacts/ContactLink.tsx', 'forms/DeleteDialog.tsx'] },
  // How it was paid, and what may be owed: of the lists that say it and the windows that ask it.
  {
    name: 'paying',
    from: ['features/paying/use-paying.ts', 'features/paying/kind-sums.ts', 'features/paying/debt-rules.ts'],
    also: [debtRules],
  },
  // What a client comes in by, and owes.
  {
    name: 'standing',
    from: ['features/memberships/PlanName.tsx'],
  },
  // What waits at the till: the pages from which one sells and buys offer it.
  {
    name: 'drafts',
    from: [
      'features/drafts/WaitingDrafts.tsx',
      'features/drafts/draft-lines.ts',
      'features/unanswered/UnlessUnanswered.tsx',
    ],
  },
  { name: 'pages', from: ['kit/PageForm.tsx'], also: [/[\\/]components[\\/]SimpleGrid[\\/]/] },
  {
    name: 'windows',
    from: [
      'kit/FormDialog.tsx',
      'kit/ConfirmDialog.tsx',
      'kit/LoadingDialog.tsx',
      'session/PasswordDialog.tsx',
      'features/bills/Sheet.tsx',
    ],
    also: [windowRules],
  },
  // Before the bills themselves: what undoes asks for these alone.
  { name: 'bill-words', from: ['features/bills/bill-kinds.ts', 'features/bills/use-show-bill.ts'] },
  { name: 'bills', from: ['features/bills/print-bill.tsx'] },
  {
    name: 'choices',
    from: ['kit/ChoiceField.tsx', 'features/drafts/ProductPicker.tsx'],
    also: [/[\\/]features[\\/]paying[\\/](use-owing\.ts|OwedNotice\.tsx)$/],
  },
  { name: 'images', from: ['api/images.ts'] },
  { name: 'rows', from: ['forms/use-record-form.tsx', 'forms/use-stored.ts', 'forms/ImageField.tsx'] },
]

/** All that a module imports, but for what it loads later. */
function addReached(id: string, context: Context, reached: Set<string>): void {
  if (reached.has(id) || forms.test(id) || schemas.test(id)) return
  reached.add(id)
  for (const imported of context.getModuleInfo(id)?.importedIds ?? []) addReached(imported, context, reached)
}

/** Earlier ones choose first. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const groups = stages.map(({ name, from, also = [] }) => {
    let reached: Set<string> | null = null
    const nameOf = (id: string, context: Context) => {
      if (!reached) {
        reached = new Set()
        for (const path of from) addReached(webFile(path), context, reached)
      }
      return reached.has(id) || also.some((pieces) => pieces.test(id) && !isOfOne(id, context)) ? name : null
    }
    return { name: nameOf, debugName: name }
  })
  const all: Rolldown.CodeSplittingGroup[] = [
    // These three with all that they need and nobody else: of two files that need each other one would run too early.
    { name: 'base', test: base, includeDependenciesRecursively: true },
    { name: 'router', test: router, includeDependenciesRecursively: true },
    ...groups.slice(0, 2),
    { name: 'styles', test: styles },
    ...groups.slice(2),
    { name: 'users', test: userRules },
    { name: 'forms', test: forms, includeDependenciesRecursively: true },
    { name: 'schemas', test: schemas, includeDependenciesRecursively: true },
    { name: 'shared', minShareCount: 2, entriesAware: true },
  ]
  return all.map((group, rank) => ({ includeDependenciesRecursively: false, ...group, priority: all.length - rank }))
}
