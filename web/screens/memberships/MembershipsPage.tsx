import { Text } from '@mantine/core'
import { checkPlanDeletion, dailyPlanName, type Plan } from '@torniquete/contract/members/memberships.ts'
import { formatError } from '@torniquete/contract/shared/errors.ts'
import { formatNumber } from '@torniquete/contract/shared/format-numbers.ts'
import { useMemo } from 'react'
import { useEndpoint } from '../../api/use-endpoint.ts'
import { usePlanTermsTexts } from '../../features/memberships/MembershipFields.tsx'
import { useRowActions } from '../../features/resource/use-row-actions.tsx'
import { ClampedName } from '../../kit/ClampedText.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { IconClock, IconPlus } from '../../kit/icons.ts'
import { Money } from '../../kit/Money.tsx'
import { makeRowActionsColumn, type RowActionHandlers } from '../../kit/RowActions.tsx'
import type { Column } from '../../kit/table-column.ts'
import { DeletedRowsButton, OpenDialogButton } from '../../navigation/OpenDialogButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'

function deleteRefusal(plan: Plan): string | null {
  const rule = checkPlanDeletion(plan)
  return rule && formatError(rule)
}

const planRows = {
  area: 'memberships',
  inputOf: ({ id }: Plan) => ({ params: { id_membership: id } }),
  edit: '/memberships/$id/edit',
  what: 'el plan',
  consequence: 'Ya no se podrá vender; lo vendido se conserva.',
  done: 'Membresía eliminada correctamente',
  failed: 'Error al eliminar el plan de membresía',
  tryAgain: 'No se pudo eliminar el plan de membresía, intentelo de nuevo',
  unknown: 'Error desconocido al eliminar el membresia',
} as const

export function MembershipsPage() {
  const { acts, question } = useRowActions(planRows)
  const list = useEndpoint('memberships.list', {})
  const terms = usePlanTermsTexts()
  const columns = useMemo(() => planColumns(terms, { ...acts, deleteRefusal }), [acts, terms])
  return (
    <>
      <PageHeader title="Planes de Membresías" shortTitle="Membresías">
        <OpenDialogButton Icon={IconPlus} to="/memberships/new">
          Nuevo plan
        </OpenDialogButton>
        <OpenDialogButton Icon={IconClock} variant="default" to="/memberships/schedules">
          Horarios
        </OpenDialogButton>
        <DeletedRowsButton title="Planes eliminados" to="/memberships/deleted" />
      </PageHeader>
      <DataTable
        label="Planes de Membresías"
        columns={columns}
        rows={list.data}
        rowKey={(plan) => plan.id}
        query={list}
        empty="No hay membresias"
      />
      {question}
    </>
  )
}

/** Price of a plan. Every gym starts with a day pass for $ 0.00, which gets a warning. */
function Price({ name, price }: Plan) {
  return (
    <>
      <Money value={price} />
      {name === dailyPlanName && price === '0.00' && (
        <Text size="xs" c="var(--tone-warn)">
          Sin precio
        </Text>
      )}
    </>
  )
}

function planColumns(terms: ReadonlyMap<number, string>, acts: RowActionHandlers<Plan>): Column<Plan>[] {
  return [
    {
      header: 'Nombre',
      folded: 'first',
      cell: ({ id, name }) => (
        <>
          <ClampedName>{name}</ClampedName>
          {terms.has(id) && (
            <Text size="xs" c="dimmed">
              {terms.get(id)}
            </Text>
          )}
        </>
      ),
    },
    { header: 'Descripción', folded: 'away', cell: ({ description }) => description ?? '—' },
    { header: 'Días', align: 'right', width: 80, cell: ({ duration_days }) => formatNumber(duration_days) },
    { header: 'Precio', align: 'right', cell: (plan) => <Price {...plan} /> },
    makeRowActionsColumn(acts),
  ]
}
