// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// Instructions that touch more than registers. Declared here so that the table can name them;
// each is defined in the file of its unit.
namespace lw::training {

void scalarLd(Core& core, const Issue& issue);
void scalarSt(Core& core, const Issue& issue);
void scalarBr(Core& core, const Issue& issue);
void scalarBrc(Core& core, const Issue& issue);
void scalarCall(Core& core, const Issue& issue);
void scalarRet(Core& core, const Issue& issue);
void scalarHalt(Core& core, const Issue& issue);
void dmaStart(Core& core, const Issue& issue);
void scalarSyncSet(Core& core, const Issue& issue);
void scalarSyncAdd(Core& core, const Issue& issue);
void syncWait(Core& core, const Issue& issue);
void scalarSyncRead(Core& core, const Issue& issue);
void scalarRdcycle(Core& core, const Issue& issue);
void scalarRdcore(Core& core, const Issue& issue);
void vectorRng(Core& core, const Issue& issue);
void loadVld(Core& core, const Issue& issue);
void loadVldIdx(Core& core, const Issue& issue);
void storeVst(Core& core, const Issue& issue);
void storeVstIdx(Core& core, const Issue& issue);
void pushMxuW(Core& core, const Issue& issue);
void pushMxuWt(Core& core, const Issue& issue);
void pushMxuLatch(Core& core, const Issue& issue);
void pushMxuX(Core& core, const Issue& issue);
void pushXpose(Core& core, const Issue& issue);
void popQueue(Core& core, const Issue& issue);
void miscV2s(Core& core, const Issue& issue);
void miscTrace(Core& core, const Issue& issue);
void miscSetiar(Core& core, const Issue& issue);
void miscSetperm(Core& core, const Issue& issue);
void miscSetseg(Core& core, const Issue& issue);
void miscSetrot(Core& core, const Issue& issue);
void miscRngKey(Core& core, const Issue& issue);
void miscRngCounter(Core& core, const Issue& issue);

} // namespace lw::training
