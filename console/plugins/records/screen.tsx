import { ThemeProvider } from '@mui/material/styles';
import { type ComponentType, useMemo } from 'react';
import {
  NotificationContextProvider,
  ResourceContextProvider,
  ResourceDefinitionContextProvider,
  UndoableMutationsContextProvider,
} from 'react-admin';
import { Navigate, Route, Routes } from 'react-router';
import { addMessages } from '../../shell/i18n.ts';
import { adminTheme } from './admin-theme.ts';
import { NotificationBridge } from './bridge.tsx';
import { type Declared, DeclaredContext } from './declared.ts';
import { RecordForm } from './form.tsx';
import { RecordList } from './list.tsx';
import { kitMessages, partTexts, textsOf } from './texts.ts';
import './records.css';

const Screen = ({ declared }: { readonly declared: Declared }) => {
  const { entry } = declared;
  const { plural, title } = declared.record;
  const definitions = useMemo(
    () => ({
      [plural]: { name: plural, hasList: true, hasCreate: true, hasEdit: true, recordRepresentation: title },
    }),
    [plural, title],
  );
  return (
    <DeclaredContext.Provider value={declared}>
      <ResourceDefinitionContextProvider definitions={definitions}>
        <ResourceContextProvider value={plural}>
          <NotificationContextProvider>
            <UndoableMutationsContextProvider>
              <ThemeProvider theme={adminTheme}>
                <section className="page scroll record-page">
                  <RecordList />
                  <Routes>
                    <Route index element={null} />
                    <Route path="create" element={<RecordForm kind="create" />} />
                    <Route path=":id" element={<RecordForm kind="edit" />} />
                    <Route path="*" element={<Navigate to={entry.path} replace />} />
                  </Routes>
                </section>
                <NotificationBridge />
              </ThemeProvider>
            </UndoableMutationsContextProvider>
          </NotificationContextProvider>
        </ResourceContextProvider>
      </ResourceDefinitionContextProvider>
    </DeclaredContext.Provider>
  );
};

/** Returns a declared record's screen, once its texts and react-admin's are there. */
export const screenOf = async (declaredRecord: Declared): Promise<ComponentType> => {
  const { record, child, parts } = declaredRecord;
  await Promise.all([
    addMessages('records', kitMessages),
    addMessages(`resources.${record.plural}`, (locale) => ({
      ...(child && textsOf(child, locale)),
      ...textsOf(record, locale),
      ...partTexts(record, parts, locale),
    })),
  ]);
  return () => <Screen declared={declaredRecord} />;
};
