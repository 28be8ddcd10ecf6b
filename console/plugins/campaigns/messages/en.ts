export const messages: Readonly<Record<string, string>> = {
  'campaigns.title':
    'Campaigns',
  'campaigns.config':
    'Campaign settings',
  'campaigns.add':
    'New campaign',
  'campaigns.edit':
    'Edit campaign',
  'campaigns.see':
    'View campaign',
  'campaigns.search':
    'Search campaigns',
  'campaigns.all':
    'All',
  'campaigns.none':
    'None',
  'campaigns.status.INATIVA':
    'Inactive',
  'campaigns.status.PROGRAMADA':
    'Scheduled',
  'campaigns.status.EM_ANDAMENTO':
    'Running',
  'campaigns.status.CANCELADA':
    'Cancelled',
  'campaigns.status.FINALIZADA':
    'Finished',
  'campaigns.column.name':
    'Name',
  'campaigns.column.status':
    'Status',
  'campaigns.column.list':
    'Contact list',
  'campaigns.column.connection':
    'Connection',
  'campaigns.column.scheduledAt':
    'Schedule',
  'campaigns.column.completedAt':
    'Completed',
  'campaigns.column.actions':
    'Actions',
  'campaigns.list.none':
    'Not set',
  'campaigns.connection.none':
    'Not set',
  'campaigns.scheduledAt.none':
    'Not scheduled',
  'campaigns.completedAt.none':
    'Not completed',
  'campaigns.noList':
    'no list chosen yet',
  'campaigns.tagged':
    'Tag %{name}',
  'campaigns.recipients':
    '%{number} recipient |||| %{number} recipients',
  'campaigns.count':
    '%{shown} of %{smart_count} campaign |||| %{shown} of %{smart_count} campaigns',
  'campaigns.empty':
    'No campaigns yet',
  'campaigns.empty.text':
    'A campaign sends one message to a list of contacts, at the pace you choose.',
  'campaigns.nothing':
    'No such campaign',
  'campaigns.nothing.text':
    'Try another name or status.',
  'campaigns.now':
    'Sending now',
  'campaigns.delivered':
    '%{done} of %{all} delivered',
  'campaigns.progress':
    'Progress of %{name}',
  'campaigns.through':
    'Through %{name}',
  'campaigns.seeReport':
    'See report',
  'campaigns.start':
    'Start now',
  'campaigns.cancel':
    'Stop',
  'campaigns.restart':
    'Resume',
  'campaigns.start.one':
    'Start %{name} now',
  'campaigns.cancel.one':
    'Stop %{name}',
  'campaigns.restart.one':
    'Resume %{name}',
  'campaigns.report.one':
    'Report of %{name}',
  'campaigns.edit.one':
    'Edit %{name}',
  'campaigns.see.one':
    'View %{name}',
  'campaigns.delete.one':
    'Delete %{name}',
  'campaigns.start.ask':
    'Start %{name} now?',
  'campaigns.delete.ask':
    'Delete %{name}?',
  'campaigns.start.done':
    'Campaign started.',
  'campaigns.cancel.done':
    'Campaign cancelled.',
  'campaigns.restart.done':
    'Campaign restarted.',
  'campaigns.delete.done':
    'Campaign deleted.',
  'campaigns.saved':
    'Campaign saved.',
  'campaigns.readOnly':
    'This campaign can no longer be edited.',
  'campaigns.field.list':
    'Contact list',
  'campaigns.field.list.hint':
    'Or the contacts with a tag.',
  'campaigns.field.tag':
    'Tag',
  'campaigns.field.tag.hint':
    'Instead of a list.',
  'campaigns.field.day':
    'Starts on',
  'campaigns.field.time':
    'Time',
  'campaigns.field.files':
    'Files',
  'campaigns.field.queue':
    'Answers go to',
  'campaigns.field.confirmation':
    'Ask first and send only to who accepts',
  'campaigns.field.words':
    'Words that confirm',
  'campaigns.field.quiet':
    'No messages from 20:00 to 8:00',
  'campaigns.messages':
    'Messages',
  'campaigns.messages.hint':
    'Everybody gets the same message. |||| Each contact gets one of the %{smart_count} written.',
  'campaigns.message':
    'Message %{number}',
  'campaigns.message.short':
    'Msg. %{number}',
  'campaigns.message.written':
    'written',
  'campaigns.question':
    'Confirmation request %{number}',
  'campaigns.preview':
    'How it arrives',
  'campaigns.preview.as':
    'As %{name} sees it',
  'campaigns.preview.yes':
    'yes',
  'campaigns.preview.empty':
    'Write the message to see it here.',
  'campaigns.file':
    'Attach a file',
  'campaigns.file.drop':
    'Remove %{name}',
  'campaigns.legend.delivered':
    'delivered',
  'campaigns.legend.asked':
    'wait for a yes',
  'campaigns.legend.failed':
    'failed',
  'campaigns.legend.leftOut':
    'left out',
  'campaigns.legend.waiting':
    'queued',
  'campaigns.waits':
    'Waiting: %{why}.',
  'campaigns.waits.until':
    'Waiting until %{at}: %{why}.',
  'campaigns.because.quietHours':
    'nothing is sent from 20:00 to 8:00',
  'campaigns.because.pause':
    'pause between messages',
  'campaigns.because.connection':
    'the connection is down',
  'campaigns.because.leftForGood':
    'asked to leave',
  'campaigns.because.duplicate':
    'number twice',
  'campaigns.because.invalid':
    'number without WhatsApp',
  'campaigns.because.notConfirmed':
    'did not confirm',
  'campaigns.fact.valid':
    'Valid contacts',
  'campaigns.fact.requested':
    'Confirmations requested',
  'campaigns.fact.confirmed':
    'Confirmations',
  'campaigns.fact.delivered':
    'Delivered',
  'campaigns.fact.connection':
    'Connection',
  'campaigns.fact.list':
    'Contact list',
  'campaigns.fact.scheduledAt':
    'Schedule',
  'campaigns.fact.completedAt':
    'Completed',
  'campaigns.shippings':
    'Recipients',
  'campaigns.shippings.none':
    'Nobody here',
  'campaigns.shippings.count':
    '%{smart_count} recipient |||| %{smart_count} recipients',
  'campaigns.shipping.recipient':
    'Name',
  'campaigns.shipping.number':
    'Number',
  'campaigns.shipping.state':
    'State',
  'campaigns.shipping.requested':
    'Confirmation requested',
  'campaigns.shipping.delivered':
    'Delivered',
  'campaigns.state.waiting':
    'Queued',
  'campaigns.state.sending':
    'Sending',
  'campaigns.state.asked':
    'Waits for a yes',
  'campaigns.state.confirmed':
    'Confirmed',
  'campaigns.state.delivered':
    'Delivered',
  'campaigns.state.failed':
    'Failed',
  'campaigns.state.leftOut':
    'Left out',
  'campaigns.intervals':
    'Intervals',
  'campaigns.messageInterval':
    'Random interval',
  'campaigns.messageInterval.hint':
    'Between one message and the next.',
  'campaigns.longerIntervalAfter':
    'Longer interval after',
  'campaigns.longerIntervalAfter.hint':
    'A longer pause every so many.',
  'campaigns.greaterInterval':
    'Longer interval',
  'campaigns.greaterInterval.hint':
    'How long that pause is.',
  'campaigns.interval.none':
    'No interval',
  'campaigns.interval.undefined':
    'Not set',
  'campaigns.interval.seconds':
    '%{smart_count} second |||| %{smart_count} seconds',
  'campaigns.interval.messages':
    '%{smart_count} message |||| %{smart_count} messages',
  'campaigns.pace':
    '%{smart_count} message an hour |||| %{smart_count} messages an hour',
  'campaigns.pace.none':
    'No pause: a connection may be blocked for that',
  'campaigns.pace.thousand':
    '1,000 contacts take %{hours} h %{minutes} min',
  'campaigns.leaving':
    'Leaving',
  'campaigns.leaveWords':
    'Words to leave',
  'campaigns.leaveWords.hint':
    'Who answers this gets no more campaigns.',
  'campaigns.variables':
    'Company variables',
  'campaigns.variables.none':
    'No variables yet.',
  'campaigns.variable.key':
    'Shortcut',
  'campaigns.variable.value':
    'Content',
  'campaigns.variable.add':
    'Add',
  'campaigns.variable.taken':
    'Already there',
  'campaigns.variable.delete':
    'Delete %{name}',
  'campaigns.settings.save':
    'Save settings',
  'campaigns.settings.saved':
    'Settings saved',
};
