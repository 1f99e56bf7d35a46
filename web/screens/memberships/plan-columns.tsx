import type { Plan } from '@torniquete/contract/memberships.ts'
import { Named } from '../../kit/Clamped.tsx'
import { Money } from '../../kit/Money.tsx'
import { RowActions } from '../../kit/RowActions.tsx'
import { actionsColumn, type Column } from '../../kit/table-column.ts'

interface PlanColumns {
  deleteRefusal: (plan: Plan) => string | null
  onEdit: (plan: Plan) => void
  onDelete: (plan: Plan) => void
}

export function planColumns({ deleteRefusal, onEdit, onDelete }: PlanColumns): Column<Plan>[] {
  return [
    { key: 'name', header: 'Nombre', folded: 'first', cell: ({ name }) => <Named>{name}</Named> },
    { key: 'description', header: 'Descripción', folded: 'away', cell: ({ description }) => description ?? '—' },
    { key: 'days', header: 'Días', align: 'right', width: 80, cell: ({ duration_days }) => duration_days },
    { key: 'price', header: 'Precio', align: 'right', cell: ({ price }) => <Money value={price} /> },
    actionsColumn((plan) => (
      <RowActions
        name={plan.name}
        deleteRefusal={deleteRefusal(plan)}
        onEdit={() => onEdit(plan)}
        onDelete={() => onDelete(plan)}
      />
    )),
  ]
}
