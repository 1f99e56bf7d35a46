import { Anchor, Box, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type SetupGuide as GuideData, type SetupStep, setupSteps } from '@torniquete/contract/admin/setup-guide.ts'
import { useSave } from '../../forms/use-save.ts'
import { IconCircle, IconCircleCheckFilled } from '../../kit/icons.ts'
import { Panel } from '../../kit/Panel.tsx'
import { toast } from '../../kit/toast.ts'
import { useSignedInUser } from '../../session/session.tsx'
import { useFiscalCountry } from '../fiscal/use-fiscal-country.ts'
import { HelpLink } from '../help/HelpLink.tsx'
import classes from './guide.module.css'

export function FirstStepsGuide({ guide, always = false }: { guide: GuideData | undefined; always?: boolean }) {
  const change = useSave({
    run: (body: { put_away?: GuideData['put_away']; printed?: true }, send) => send('guide.update', { body }),
    done: null,
    onSaved: (_, { put_away }) => put_away && toast.info('Los primeros pasos quedan en Configuración, Gimnasio'),
  })
  if (!guide) return null
  const left = setupSteps.length - guide.done.length
  if (!always && (guide.put_away || left === 0)) return null
  return (
    <Box mt={always ? 'lg' : 0} mb="md">
      <Panel title="Primeros pasos">
        <Text size="sm" c="dimmed">
          {left === 0
            ? 'Está todo listo.'
            : `${guide.done.length} de ${setupSteps.length} pasos listos. Se marcan solos.`}
        </Text>
        <SimpleGrid component="ol" minColWidth="min(100%, 15rem)" spacing="lg" verticalSpacing={4} my="sm">
          {setupSteps.map((step) => (
            <GuideStepLine
              key={step}
              step={step}
              done={guide.done.includes(step)}
              onPrinted={() => change.submit({ printed: true })}
            />
          ))}
        </SimpleGrid>
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
    </Box>
  )
}

type Place = Pick<LinkProps, 'to' | 'search'>

/** Title, reason and screen of each setup step; a step without a screen is done in the guide itself. */
const steps: Record<SetupStep, { title: string; hint: string; place?: Place }> = {
  gym: {
    title: 'Datos y logo del gimnasio',
    hint: 'Teléfono o dirección, y el logo: salen en cada factura.',
    place: { to: '/settings', search: { tab: 'gym' } },
  },
  plans: {
    title: 'Planes con su precio',
    hint: 'Los que vendes, además de la «Membresía Diaria».',
    place: { to: '/memberships' },
  },
  terminal: {
    title: 'La terminal de la puerta',
    hint: 'Queda lista cuando llama por primera vez.',
    place: { to: '/settings', search: { tab: 'devices' } },
  },
  people: {
    // The title differs from the screen's name, because users and tests find the menu link by that name.
    title: 'Tus clientes actuales',
    hint: 'Tus clientes, de un archivo de Excel o uno a uno.',
    place: { to: '/clients/import' },
  },
  staff: {
    title: 'Tu personal',
    hint: 'Un usuario para cada persona: se ve quién hizo qué.',
    place: { to: '/settings', search: {} },
  },
  print: {
    title: 'Prueba de impresión',
    hint: 'Una factura de ejemplo, en el papel de tu impresora.',
  },
  messages: {
    title: 'Mensajes',
    hint: 'El correo o el WhatsApp por el que salen. Listo cuando una prueba llega.',
    place: { to: '/settings', search: { tab: 'notifications' } },
  },
}

interface GuideStepLineProps {
  step: SetupStep
  done: boolean
  onPrinted: () => void
}

function GuideStepLine({ step, done, onPrinted }: GuideStepLineProps) {
  const { title, hint, place } = steps[step]
  const Icon = done ? IconCircleCheckFilled : IconCircle
  return (
    <Group component="li" wrap="nowrap" align="start" gap="0.625rem" py={6}>
      <Icon
        size={20}
        className={classes.mark}
        color={done ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-dimmed)'}
        aria-label={done ? 'Hecho' : 'Pendiente'}
        role="img"
      />
      <div>
        {place ? (
          <Anchor className={classes.link} fw={600} renderRoot={(props) => <Link {...place} {...props} />}>
            {title}
          </Anchor>
        ) : (
          <PrintButton title={title} onPrinted={onPrinted} />
        )}
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </div>
    </Group>
  )
}

function PrintButton({ title, onPrinted }: { title: string; onPrinted: () => void }) {
  const { user } = useSignedInUser()
  const isFiscal = useFiscalCountry() !== 'none'
  const print = async () => {
    const [{ printSampleBill: printSample }, { makeSampleSale }] = await Promise.all([
      import('../bills/print-bill.tsx'),
      import('../bills/sample-bill.ts'),
    ])
    if (await printSample(makeSampleSale(user.name, isFiscal))) onPrinted()
  }
  return (
    <Anchor component="button" type="button" className={classes.link} fw={600} onClick={() => void print()}>
      {title}
    </Anchor>
  )
}
