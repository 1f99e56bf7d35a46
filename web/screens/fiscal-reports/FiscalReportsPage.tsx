import '@mantine/core/styles/Tabs.layer.css'
import { Button, Group, NativeSelect, Tabs, Text } from '@mantine/core'
import { formatDate } from '@torniquete/contract/shared/dates.ts'
import { useEffect } from 'react'
import { FiscalGate } from '../../features/fiscal/FiscalGate.tsx'
import { HelpLink } from '../../features/help/HelpLink.tsx'
import { IconChevronLeft, IconChevronRight } from '../../kit/icons.ts'
import { PreviousNextButton } from '../../kit/PreviousNextButton.tsx'
import { toast } from '../../kit/toast.ts'
import { useScreenSearch } from '../../navigation/use-screen-search.ts'
import { OpenScreenButton } from '../../shell/OpenScreenButton.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import {
  addMonths,
  clampReportMonth,
  firstReportMonth,
  formatMonthInWords,
  getReportDueDay,
  listReportMonths,
} from './report-months.ts'
import { MonthlyReportTable } from './reports.tsx'

/** Monthly reports for the tax office, with the files to send. */
export function FiscalReportsPage() {
  return (
    <>
      <PageHeader>
        <OpenScreenButton screen="fiscalDocuments" />
      </PageHeader>
      <FiscalGate missing="El gimnasio no emite comprobantes fiscales.">
        {({ today }) => <Reports current={today.slice(0, 7)} />}
      </FiscalGate>
    </>
  )
}

const tabs = {
  purchases: { code: 606, label: '606 Compras' },
  sales: { code: 607, label: '607 Ventas' },
  voided: { code: 608, label: '608 Anulados' },
} as const

function Reports({ current }: { current: string }) {
  const { search, change } = useScreenSearch('/fiscal-reports')
  const month = clampReportMonth(search.month, current)
  const isReplaced = search.month !== undefined && search.month !== month
  useEffect(() => {
    if (!isReplaced) return
    toast.info('Ese mes no tiene reportes', `Se muestra ${formatMonthInWords(current)}.`)
    change({ month: undefined }, true)
  }, [isReplaced, current, change])
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="md">
        <MonthControls
          month={month}
          current={current}
          onChange={(next) => change({ month: next === current ? undefined : next })}
        />
        <HelpLink page="comprobantes-fiscales">Ayuda: comprobantes fiscales</HelpLink>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        Los tres se envían a la DGII a más tardar el {formatDate(getReportDueDay(month))}, también si no tienen filas.
        {month === current && ' El mes todavía no termina.'}
      </Text>
      <Tabs
        value={search.tab ?? 'purchases'}
        onChange={(next) => change({ tab: next === 'sales' || next === 'voided' ? next : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {Object.entries(tabs).map(([value, { label }]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(tabs).map(([value, { code }]) => (
          <Tabs.Panel key={value} value={value}>
            <MonthlyReportTable code={code} month={month} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

interface MonthControlsProps {
  month: string
  current: string
  onChange: (month: string) => void
}

function MonthControls({ month, current, onChange }: MonthControlsProps) {
  const step = (text: string, count: number, Icon: typeof IconChevronLeft) => {
    const target = addMonths(month, count)
    const ended = target > current || target < firstReportMonth
    return <PreviousNextButton text={text} Icon={Icon} ended={ended} onPress={() => onChange(target)} />
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      {step('Mes anterior', -1, IconChevronLeft)}
      <NativeSelect
        label="Mes"
        miw={0}
        flex="0 1 14rem"
        data={listReportMonths(current, month).map((value) => ({ value, label: formatMonthInWords(value) }))}
        value={month}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {step('Mes siguiente', 1, IconChevronRight)}
      <Button
        variant="default"
        px="sm"
        flex="none"
        visibleFrom="xs"
        aria-disabled={month === current}
        data-disabled={month === current || undefined}
        onClick={() => onChange(current)}
      >
        Este mes
      </Button>
    </Group>
  )
}
