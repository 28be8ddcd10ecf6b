import { texts } from '../../../domain/records/declare.ts';

/** Words of the editor of a queue's options. */
export const treeTexts = {
  'queues.tree.test': texts('Testar', 'Test', 'Probar'),
  'queues.tree.edit': texts('Editar', 'Edit', 'Editar'),
  'queues.tree.add': texts('Nova opção', 'New option', 'Nueva opción'),
  'queues.tree.new': texts('Nova opção', 'New option', 'Nueva opción'),
  'queues.tree.addInside': texts(
    'Nova opção dentro de %{title}',
    'New option inside %{title}',
    'Nueva opción dentro de %{title}',
  ),
  'queues.tree.inside': texts('Opções de %{title}', 'Options of %{title}', 'Opciones de %{title}'),
  'queues.tree.drag': texts('Mover %{title}', 'Move %{title}', 'Mover %{title}'),
  'queues.tree.usage': texts(
    'Espaço pega a opção, as setas a movem, espaço a solta e Esc desiste.',
    'Space picks the option up, arrows move it, space drops it, Esc leaves it.',
    'Espacio toma la opción, las flechas la mueven, espacio la suelta y Esc desiste.',
  ),
  'queues.tree.more': texts('Mais ações: %{title}', 'More actions: %{title}', 'Más acciones: %{title}'),
  'queues.tree.walk': texts(
    'Ver no celular de teste',
    'See it on the test phone',
    'Ver en el móvil de prueba',
  ),
  'queues.tree.step.up': texts(
    'Mover para cima (Alt + ↑)',
    'Move up (Alt + ↑)',
    'Mover hacia arriba (Alt + ↑)',
  ),
  'queues.tree.step.down': texts(
    'Mover para baixo (Alt + ↓)',
    'Move down (Alt + ↓)',
    'Mover hacia abajo (Alt + ↓)',
  ),
  'queues.tree.step.in': texts(
    'Colocar dentro da de cima (Alt + →)',
    'Put inside the one above (Alt + →)',
    'Poner dentro de la de arriba (Alt + →)',
  ),
  'queues.tree.step.out': texts(
    'Tirar um nível (Alt + ←)',
    'Take out one level (Alt + ←)',
    'Sacar un nivel (Alt + ←)',
  ),
  'queues.tree.remove': texts('Excluir', 'Delete', 'Eliminar'),
  'queues.tree.removeText': texts(
    'A opção dentro dela vai junto. |||| As %{smart_count} opções dentro dela vão junto.',
    'The option inside goes with it. |||| The %{smart_count} options inside go with it.',
    'La opción que contiene se va con ella. |||| Las %{smart_count} opciones que contiene se van con ella.',
  ),
  'queues.tree.moved': texts(
    '%{title}: %{place} de %{all} dentro de %{parent}',
    '%{title}: %{place} of %{all} inside %{parent}',
    '%{title}: %{place} de %{all} dentro de %{parent}',
  ),
  'queues.tree.movedTop': texts(
    '%{title}: %{place} de %{all}',
    '%{title}: %{place} of %{all}',
    '%{title}: %{place} de %{all}',
  ),
  'queues.tree.taken': texts('Pegou %{title}', 'You picked up %{title}', 'Tomó %{title}'),
  'queues.tree.left': texts(
    '%{title} voltou ao seu lugar',
    '%{title} is back in its place',
    '%{title} volvió a su lugar',
  ),
  'queues.tree.theirs': texts(
    '%{title}: outra pessoa mudou “%{field}” para “%{value}” enquanto você escrevia. Ao salvar, vale o seu.',
    '%{title}: somebody else changed “%{field}” to “%{value}” while you wrote. What you save replaces it.',
    '%{title}: otra persona cambió “%{field}” a “%{value}” mientras usted escribía. Al guardar, vale lo suyo.',
  ),
  'queues.tree.takeTheirs': texts('Usar o outro', 'Use the other', 'Usar el otro'),
  'queues.tree.tried': texts(
    '%{tried} de %{all} opções testadas',
    '%{tried} of %{all} options tested',
    '%{tried} de %{all} opciones probadas',
  ),
  'queues.tree.isTried': texts('testada', 'tested', 'probada'),
  'queues.tree.notTried': texts('por testar', 'not tested', 'sin probar'),
  'queues.tree.incomplete': texts('sem título', 'no title', 'sin título'),
  'queues.tree.fold': texts('Recolher tudo', 'Fold all', 'Plegar todo'),
  'queues.tree.unfold': texts('Abrir tudo', 'Unfold all', 'Desplegar todo'),
  'queues.tree.agent': texts('chama um atendente', 'calls an agent', 'llama a un agente'),
  'queues.tree.onlyFile': texts('envia um arquivo', 'sends a file', 'envía un archivo'),
  'queues.tree.onlyMenu': texts('mostra as opções', 'shows its options', 'muestra las opciones'),
  'queues.tree.file': texts('Anexar arquivo', 'Attach a file', 'Adjuntar archivo'),
  'queues.tree.noFile': texts(
    'Tirar o arquivo %{name}',
    'Remove the file %{name}',
    'Quitar el archivo %{name}',
  ),
  'queues.tree.action.none': texts('Só a mensagem', 'The message alone', 'Solo el mensaje'),
  'queues.tree.action.ixc': texts('2ª via de boleto (IXC)', 'Open invoices (IXC)', 'Facturas abiertas (IXC)'),
  'queues.tree.action.mkauth': texts(
    '2ª via de boleto (MK-AUTH)',
    'Open invoices (MK-AUTH)',
    'Facturas abiertas (MK-AUTH)',
  ),
  'queues.tree.action.asaas': texts(
    '2ª via de boleto (ASAAS)',
    'Open invoices (ASAAS)',
    'Facturas abiertas (ASAAS)',
  ),
  'queues.tree.empty': texts('Nenhuma opção ainda', 'No options yet', 'Aún no hay opciones'),
  'queues.tree.emptyText': texts(
    'Quem escolhe esta fila vai direto a um atendente. Com opções, o robô pergunta antes.',
    'Who chooses this queue goes straight to an agent. With options, the bot asks first.',
    'Quien elige esta cola va directo a un agente. Con opciones, el bot pregunta antes.',
  ),
  'queues.tree.always': texts(
    'O robô sempre oferece “#” para voltar e “0” para falar com um atendente. Mova com o ponteiro, com Alt e as setas ou pelo menu de cada opção.',
    'The bot always offers “#” to go back and “0” to talk to an agent. Move with the pointer, with Alt and the arrows, or from each option’s menu.',
    'El bot siempre ofrece “#” para volver y “0” para hablar con un agente. Mueva con el puntero, con Alt y las flechas o desde el menú de cada opción.',
  ),
} as const;
