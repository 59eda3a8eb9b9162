import './validation';
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../contract/channels';
import { openDropped, rememberDrops } from './drops';
import { request } from './requests';
import { dispatchNotices, subscribe } from './notices';

rememberDrops(window);
dispatchNotices(ipcRenderer);

const bridge: Bridge = { request, subscribe, openDropped };
contextBridge.exposeInMainWorld('sluice', bridge);
