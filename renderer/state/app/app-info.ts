import { create } from 'zustand';
import type { AppInfo } from '../../../app/contract/channels';
import { request } from '../remote/bridge';
import { notifyFailure } from './toasts';

interface AppInfoState {
  readonly info: AppInfo | null;
}

export const useAppInfo = create<AppInfoState>(() => ({ info: null }));

export async function readAppInfo(): Promise<void> {
  try {
    useAppInfo.setState({ info: await request('app/info', null) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}
