import { Button, Text } from '@mantine/core'
import { type Guide as GuideData, guideSteps } from '@torniquete/contract/admin/guide.ts'
import { useSave } from '../../forms/use-save.ts'
import { Panel } from '../../kit/Panel.tsx'
import { toast } from '../../kit/toast.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import { GuideStepLine } from './GuideStepLine.tsx'
import classes from './guide.module.css'

export function Guide({ guide, always = false }: { guide: GuideData | undefined; always?: boolean }) {
  const change = useSave({
    run: (body: { put_away?: GuideData['put_away']; printed?: true }, send) => send('guide.update', { body }),
    done: null,
    onSaved: (_, { put_away }) => put_away && toast.info('Los primeros pasos quedan en Configuración, Gimnasio'),
  })
  if (!guide) return null
  const left = guideSteps.length - guide.done.length
  if (!always && (guide.put_away || left === 0)) return null
  return (
    <div className={classes.guide} data-always={always || undefined}>
      <Panel title="Primeros pasos">
        <Text size="sm" c="dimmed">
          {left === 0 ? 'Está todo listo.' : `Hechos: ${guide.done.length} de ${guideSteps.length}. Se marcan solos.`}
        </Text>
        <ol className={classes.steps}>
          {guideSteps.map((step) => (
            <GuideStepLine
              key={step}
              step={step}
              done={guide.done.includes(step)}
              from={always ? 'settings' : 'dashboard'}
              onPrinted={() => change.submit({ printed: true })}
            />
          ))}
        </ol>
        {guide.plain_http && (
          <Text size="sm" c="dimmed">
            Las contraseñas viajan sin cifrar por esta red (http). Pide a quien instaló Torniquete que ponga un
            certificado: TLS_CERT y TLS_KEY.
          </Text>
        )}
        <HelpLink page="primera-manana">Ayuda: la primera mañana</HelpLink>
        {left > 0 && (
          <Button
            w="fit-content"
            variant="default"
            size="xs"
            onClick={() => change.submit({ put_away: !guide.put_away })}
          >
            {guide.put_away ? 'Mostrar en el Dashboard' : 'Quitar del Dashboard'}
          </Button>
        )}
      </Panel>
    </div>
  )
}
