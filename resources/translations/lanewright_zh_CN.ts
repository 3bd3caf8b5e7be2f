<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>New File</source>
        <translation>新建文件</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Quick Open...</source>
        <translation>快速打开...</translation>
    </message>
    <message>
        <source>Welcome and Examples</source>
        <translation>欢迎与示例</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save As...</source>
        <translation>另存为...</translation>
    </message>
    <message>
        <source>Save All</source>
        <translation>全部保存</translation>
    </message>
    <message>
        <source>Run This File</source>
        <translation>运行此文件</translation>
    </message>
    <message>
        <source>Close File</source>
        <translation>关闭文件</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Find...</source>
        <translation>查找...</translation>
    </message>
    <message>
        <source>Replace...</source>
        <translation>替换...</translation>
    </message>
    <message>
        <source>Find Next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Go to Definition</source>
        <translation>转到定义</translation>
    </message>
    <message>
        <source>Find Uses</source>
        <translation>查找引用</translation>
    </message>
    <message>
        <source>Where the label, macro, constant or tensor at the caret is written</source>
        <translation>光标处的标号、宏、常量或张量出现在哪里</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>What fits the free slots of the bundle at the caret</source>
        <translation>光标处指令束的空闲槽里可以放什么</translation>
    </message>
    <message>
        <source>Show Operands</source>
        <translation>显示操作数</translation>
    </message>
    <message>
        <source>About the Word at the Caret</source>
        <translation>关于光标处的词</translation>
    </message>
    <message>
        <source>Peek at Expansion</source>
        <translation>查看展开</translation>
    </message>
    <message>
        <source>The bundles that the line at the caret has become</source>
        <translation>光标所在行变成了哪些指令束</translation>
    </message>
    <message>
        <source>Quick Fix</source>
        <translation>快速修复</translation>
    </message>
    <message>
        <source>Takes what the problem on this line proposes</source>
        <translation>按此行问题的建议修改</translation>
    </message>
    <message>
        <source>Toggle Comment</source>
        <translation>切换注释</translation>
    </message>
    <message>
        <source>Format File</source>
        <translation>格式化文件</translation>
    </message>
    <message>
        <source>Duplicate Lines</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Delete Line</source>
        <translation>删除行</translation>
    </message>
    <message>
        <source>Move Lines Up</source>
        <translation>上移行</translation>
    </message>
    <message>
        <source>Move Lines Down</source>
        <translation>下移行</translation>
    </message>
    <message>
        <source>Fold or Unfold</source>
        <translation>折叠或展开</translation>
    </message>
    <message>
        <source>Fold All</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Unfold All</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Selection Back</source>
        <translation>后退到上一选择</translation>
    </message>
    <message>
        <source>Selection Forward</source>
        <translation>前进到下一选择</translation>
    </message>
    <message>
        <source>Settings...</source>
        <translation>设置...</translation>
    </message>
    <message>
        <source>Looks, language and shortcuts</source>
        <translation>外观、语言和快捷键</translation>
    </message>
    <message>
        <source>Command Palette...</source>
        <translation>命令面板...</translation>
    </message>
    <message>
        <source>Edit Workspace</source>
        <translation>编辑工作区</translation>
    </message>
    <message>
        <source>Debug Workspace</source>
        <translation>调试工作区</translation>
    </message>
    <message>
        <source>Tensors Workspace</source>
        <translation>张量工作区</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>恢复默认布局</translation>
    </message>
    <message>
        <source>Theme: as the System</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>Theme: Light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: Dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run to a breakpoint, a fault or the end</source>
        <translation>运行到断点、故障或结束</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Load the program as it is now, at clock 0</source>
        <translation>加载当前程序，从时钟 0 开始</translation>
    </message>
    <message>
        <source>Step Bundle</source>
        <translation>单步一束</translation>
    </message>
    <message>
        <source>Step Out</source>
        <translation>跳出调用</translation>
    </message>
    <message>
        <source>Step Clock</source>
        <translation>单步一个时钟</translation>
    </message>
    <message>
        <source>Run to Cursor</source>
        <translation>运行到光标</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Step Clock Back</source>
        <translation>后退一个时钟</translation>
    </message>
    <message>
        <source>Run Back</source>
        <translation>反向运行</translation>
    </message>
    <message>
        <source>Back to the breakpoint hit before, or to the beginning</source>
        <translation>退回到前一个命中的断点，或退回到开头</translation>
    </message>
    <message>
        <source>Toggle Breakpoint</source>
        <translation>切换断点</translation>
    </message>
    <message>
        <source>Run For...</source>
        <translation>运行若干...</translation>
    </message>
    <message>
        <source>Run a number of bundles or clocks</source>
        <translation>运行指定数目的指令束或时钟</translation>
    </message>
    <message>
        <source>Toggle Bookmark</source>
        <translation>切换书签</translation>
    </message>
    <message>
        <source>Mark this clock in the history</source>
        <translation>在历史中标记此时钟</translation>
    </message>
    <message>
        <source>Next Mark in the History</source>
        <translation>历史中的下一个标记</translation>
    </message>
    <message>
        <source>Previous Mark in the History</source>
        <translation>历史中的上一个标记</translation>
    </message>
    <message>
        <source>Next Changed Cell</source>
        <translation>下一个变化的单元</translation>
    </message>
    <message>
        <source>Walk through what the last command changed</source>
        <translation>逐个查看上一条命令改变了什么</translation>
    </message>
    <message>
        <source>Previous Changed Cell</source>
        <translation>上一个变化的单元</translation>
    </message>
    <message>
        <source>About Lanewright</source>
        <translation>关于 Lanewright</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>New Project...</source>
        <translation>新建项目...</translation>
    </message>
    <message>
        <source>A file that keeps program, machine, inputs, breakpoints and views</source>
        <translation>保存程序、机器、输入、断点和视图的文件</translation>
    </message>
    <message>
        <source>Open Project...</source>
        <translation>打开项目...</translation>
    </message>
    <message>
        <source>Save Project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Save Project As...</source>
        <translation>项目另存为...</translation>
    </message>
    <message>
        <source>Close Project</source>
        <translation>关闭项目</translation>
    </message>
    <message>
        <source>Run Another File...</source>
        <translation>运行另一个文件...</translation>
    </message>
    <message>
        <source>Inputs of the Program...</source>
        <translation>程序的输入...</translation>
    </message>
    <message>
        <source>Files that are put into its tensors before the first clock</source>
        <translation>在第一个时钟之前放入其张量的文件</translation>
    </message>
    <message>
        <source>Machine from a File...</source>
        <translation>从文件选择机器...</translation>
    </message>
    <message>
        <source>Run on the configuration in a JSON file</source>
        <translation>在 JSON 文件的配置上运行</translation>
    </message>
    <message>
        <source>Show Picture as Table</source>
        <translation>把图像显示为表格</translation>
    </message>
    <message>
        <source>The picture in the view with the focus as a table, or the other way</source>
        <translation>把当前视图的图像显示为表格，或反之</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>演示模式</translation>
    </message>
    <message>
        <source>Large type, little else: for a projector</source>
        <translation>大字号、少界面元素：用于投影</translation>
    </message>
    <message>
        <source>Full Screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Stop at NaN or Infinity</source>
        <translation>在 NaN 或无穷处停下</translation>
    </message>
    <message>
        <source>A breakpoint at the first one of every unit that makes floats</source>
        <translation>在每个产生浮点数的部件首次给出 NaN 或无穷时停下</translation>
    </message>
    <message>
        <source>New Breakpoint...</source>
        <translation>新建断点...</translation>
    </message>
    <message>
        <source>Stop at a bundle, a condition, an access to memory, a transfer, a flag, a result or a NaN</source>
        <translation>在指令束、条件、存储器访问、传输、标志、结果或 NaN 处停下</translation>
    </message>
    <message>
        <source>Help on This</source>
        <translation>关于此处的帮助</translation>
    </message>
    <message>
        <source>Opens the page of what is under the cursor</source>
        <translation>打开光标处内容的手册页</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Open Included File</source>
        <translation>打开包含的文件</translation>
    </message>
    <message>
        <source>The file that the line at the caret includes</source>
        <translation>光标所在行包含的文件</translation>
    </message>
    <message>
        <source>Split Editor</source>
        <translation>拆分编辑器</translation>
    </message>
    <message>
        <source>Two texts, or two places of one, side by side</source>
        <translation>并排显示两个文本，或同一文本的两处</translation>
    </message>
    <message>
        <source>Next File</source>
        <translation>下一个文件</translation>
    </message>
    <message>
        <source>Previous File</source>
        <translation>上一个文件</translation>
    </message>
    <message>
        <source>Go to the Text</source>
        <translation>转到文本</translation>
    </message>
    <message>
        <source>The focus into the middle of the workspace</source>
        <translation>把焦点移到工作区中央</translation>
    </message>
    <message>
        <source>Next View</source>
        <translation>下一个视图</translation>
    </message>
    <message>
        <source>The focus into the next view that is in sight</source>
        <translation>把焦点移到下一个可见的视图</translation>
    </message>
    <message>
        <source>Previous View</source>
        <translation>上一个视图</translation>
    </message>
    <message>
        <source>Float View or Dock It Back</source>
        <translation>浮动视图或停靠回去</translation>
    </message>
    <message>
        <source>The view with the focus as a window of its own, or back in its place</source>
        <translation>把有焦点的视图变成独立窗口，或放回原处</translation>
    </message>
    <message>
        <source>Hide View</source>
        <translation>隐藏视图</translation>
    </message>
    <message>
        <source>The view with the focus; it comes back from this menu</source>
        <translation>隐藏有焦点的视图；可从此菜单重新显示</translation>
    </message>
    <message>
        <source>View Alone</source>
        <translation>单独显示视图</translation>
    </message>
    <message>
        <source>The view with the focus has the whole workspace, or all come back</source>
        <translation>有焦点的视图占据整个工作区，或全部恢复</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>A neural network becomes a program for a circuit that cannot stride</source>
        <translation>把神经网络变成不能跨步的电路的程序</translation>
    </message>
    <message>
        <source>Striding Workspace</source>
        <translation>跨步工作区</translation>
    </message>
    <message>
        <source>Lesson on Striding</source>
        <translation>跨步课程</translation>
    </message>
    <message>
        <source>Striding on a chip that cannot stride, step by step</source>
        <translation>在不能跨步的芯片上跨步，逐步讲解</translation>
    </message>
    <message>
        <source>Convert to UTF-8</source>
        <translation>转换为 UTF-8</translation>
    </message>
    <message>
        <source>The file in front is saved as UTF-8 from now on</source>
        <translation>从现在起把当前文件保存为 UTF-8</translation>
    </message>
    <message>
        <source>Load the file in front and run it, also one that is a part of another program</source>
        <translation>加载并运行当前文件，即使它是另一个程序的一部分</translation>
    </message>
    <message>
        <source>Go to Line...</source>
        <translation>转到行...</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the run: the program is at its beginning again</source>
        <translation>结束运行：程序回到开头</translation>
    </message>
    <message>
        <source>Assemble</source>
        <translation>汇编</translation>
    </message>
    <message>
        <source>Say what is wrong with the file in front, without running it</source>
        <translation>说明当前文件有什么问题，不运行它</translation>
    </message>
    <message>
        <source>Follow into Macros</source>
        <translation>跟进宏</translation>
    </message>
    <message>
        <source>Stepping shows the text of the macro instead of its call</source>
        <translation>单步时显示宏的文本，而不是对它的调用</translation>
    </message>
    <message>
        <source>Go to Line</source>
        <translation>转到行</translation>
    </message>
    <message>
        <source>Line, from 1 to %1:</source>
        <translation>行号，1 到 %1：</translation>
    </message>
    <message>
        <source>New from Template...</source>
        <translation>从模板新建...</translation>
    </message>
    <message>
        <source>A program to begin with, for each chip</source>
        <translation>每种芯片各有一个可供起步的程序</translation>
    </message>
    <message>
        <source>Run Modes...</source>
        <translation>运行方式...</translation>
    </message>
    <message>
        <source>Strict or interlocked, when transfers arrive, what was never written</source>
        <translation>严格或互锁、传输何时到达、从未写入的内容</translation>
    </message>
    <message>
        <source>Another View</source>
        <translation>再开一个视图</translation>
    </message>
    <message>
        <source>One more of the view with the focus, pinned to the next core</source>
        <translation>再开一个与焦点所在视图同类的视图，固定在下一个核上</translation>
    </message>
    <message>
        <source>Pin View to Its Core</source>
        <translation>将视图固定在其核上</translation>
    </message>
    <message>
        <source>The view with the focus stays with the core it shows, or follows again</source>
        <translation>焦点所在的视图固定在它显示的核上，或重新跟随当前核</translation>
    </message>
    <message>
        <source>Step All</source>
        <translation>全部单步</translation>
    </message>
    <message>
        <source>To the next clock in which any core issues a bundle</source>
        <translation>到下一个有任一核发射指令束的时钟</translation>
    </message>
    <message>
        <source>Next Core</source>
        <translation>下一个核</translation>
    </message>
    <message>
        <source>Another core comes into focus: steps are its own, and views show it</source>
        <translation>切换当前核：单步以它为准，视图显示它</translation>
    </message>
    <message>
        <source>Lesson on Tiling</source>
        <translation>分块课程</translation>
    </message>
    <message>
        <source>Large pictures on a program for small ones, step by step</source>
        <translation>用为小图像编译的程序处理大图像，逐步讲解</translation>
    </message>
    <message>
        <source>Training Workspace</source>
        <translation>训练工作区</translation>
    </message>
    <message>
        <source>Lesson on Recomputation</source>
        <translation>重计算课程</translation>
    </message>
    <message>
        <source>What a training step stores, and what it computes again, step by step</source>
        <translation>训练的一步保存什么，又重新计算什么，逐步讲解</translation>
    </message>
    <message>
        <source>Firmware Workspace</source>
        <translation>固件工作区</translation>
    </message>
    <message>
        <source>Lesson on Rounding</source>
        <translation>舍入课程</translation>
    </message>
    <message>
        <source>Software that rounds where the hardware rounds, step by step</source>
        <translation>逐步了解在硬件舍入之处舍入的软件</translation>
    </message>
    <message>
        <source>Step Over</source>
        <translation>单步越过</translation>
    </message>
    <message>
        <source>One bundle; a call to its return, and a chain to its end</source>
        <translation>一个指令束；遇到调用则到其返回，遇到链则到其末尾</translation>
    </message>
    <message>
        <source>Step Back Over</source>
        <translation>后退越过</translation>
    </message>
    <message>
        <source>One bundle back; to before the call, or to the beginning of the chain</source>
        <translation>后退一个指令束；或退到调用之前、链的开头</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>1 clock (%1)</source>
        <translation>1 个时钟（%1）</translation>
    </message>
    <message>
        <source>%1 clocks (%2)</source>
        <translation>%1 个时钟（%2）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>还有 %1 个</translation>
    </message>
</context>
<context>
    <name>Firmware</name>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>limits: %1</source>
        <translation>瓶颈：%1</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1 个</translation>
    </message>
    <message>
        <source>iterations: %1, rows: %2, columns: %3</source>
        <translation>迭代：%1，行：%2，列：%3</translation>
    </message>
    <message>
        <source>iterations: %1, rows: %2</source>
        <translation>迭代：%1，行：%2</translation>
    </message>
    <message>
        <source>shown: iteration %1, row %2</source>
        <translation>显示：迭代 %1，行 %2</translation>
    </message>
    <message>
        <source>vector %1 to the network, element %2</source>
        <translation>发往网络的向量 %1，元素 %2</translation>
    </message>
    <message>
        <source>instruction %1 (%2), vector %3, element %4</source>
        <translation>指令 %1（%2），向量 %3，元素 %4</translation>
    </message>
    <message>
        <source>Equal bits: %1 of %2 numbers on the way, and all %3 vectors to the network.</source>
        <translation>位相同：途中 %2 个数中有 %1 个，以及发往网络的全部 %3 个向量。</translation>
    </message>
    <message>
        <source>Other bits: %1 of %2 numbers on the way are equal.</source>
        <translation>位不同：途中 %2 个数中有 %1 个相同。</translation>
    </message>
    <message>
        <source>The first that is not: %1: %2 in the firmware, %3 in the software, %4 ulp apart.</source>
        <translation>第一个不同之处：%1：固件中为 %2，软件中为 %3，相差 %4 ulp。</translation>
    </message>
    <message>
        <source>Likely %1: %2.</source>
        <translation>很可能是 %1：%2。</translation>
    </message>
    <message>
        <source>Equal bits: %1 of %2 numbers on the way, and the one vector to the network.</source>
        <translation>位相同：途中 %2 个数中有 %1 个，以及发往网络的那一个向量。</translation>
    </message>
    <message>
        <source>! stops here</source>
        <translation>! 停在这里</translation>
    </message>
    <message>
        <source>The run stops at instruction %1, clock %2: %3; %4.</source>
        <translation>运行停在指令 %1，时钟 %2：%3；%4。</translation>
    </message>
    <message>
        <source>(Run by the stand-in, not by TensorFlow.)</source>
        <translation>（由替身运行，而非 TensorFlow。）</translation>
    </message>
    <message>
        <source>The first that is not: %1: %2 in the firmware, %3 in the software.</source>
        <translation>第一个不同之处：%1：固件中为 %2，软件中为 %3。</translation>
    </message>
</context>
<context>
    <name>LanesTable</name>
    <message>
        <source>Lane</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>From clock</source>
        <translation>起始时钟</translation>
    </message>
    <message>
        <source>To clock</source>
        <translation>结束时钟</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>槽</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Directive</source>
        <translation>伪指令</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Chapter</source>
        <translation>章</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Insert into the program</source>
        <translation>插入程序</translation>
    </message>
    <message>
        <source>The bits of the slot, the highest at the left</source>
        <translation>槽的各位，最高位在左</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the code of the language, such as zh_CN</comment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>This page is in English: it is not translated yet.</source>
        <translation>本页尚未翻译，以下为英文。</translation>
    </message>
</context>
<context>
    <name>QGnomeTheme</name>
    <message>
        <source>&amp;OK</source>
        <translation>确定(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Close without Saving</source>
        <translation>不保存并关闭</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
</context>
<context>
    <name>Recompute</name>
    <message>
        <source>store all</source>
        <translation>全部存储</translation>
    </message>
    <message>
        <source>autograd</source>
        <translation>自动求导</translation>
    </message>
    <message>
        <source>conv stored</source>
        <translation>存储卷积</translation>
    </message>
    <message>
        <source>batch norm stored</source>
        <translation>存储批归一化</translation>
    </message>
    <message>
        <source>local rule</source>
        <translation>局部规则</translation>
    </message>
    <message>
        <source>every sqrt(n)-th</source>
        <translation>每 sqrt(n) 个</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Every value is stored</source>
        <translation>每个值都存储</translation>
    </message>
    <message>
        <source>What each layer&apos;s backward pass reads is stored, as by PyTorch</source>
        <translation>存储每层反向传播所读的值，与 PyTorch 相同</translation>
    </message>
    <message>
        <source>Outputs of convolutions are stored; batch norms, activations and sums are computed again</source>
        <translation>存储卷积的输出；批归一化、激活与求和重新计算</translation>
    </message>
    <message>
        <source>Outputs of batch norms are stored; activations are computed again, and what a norm read follows from its inverse</source>
        <translation>存储批归一化的输出；激活重新计算，归一化所读的值由其逆得出</translation>
    </message>
    <message>
        <source>Each value by its own three costs</source>
        <translation>每个值按自己的三项代价决定</translation>
    </message>
    <message>
        <source>Every sqrt(n)-th value is stored, those between are computed again</source>
        <translation>每 sqrt(n) 个值存储一个，其间的重新计算</translation>
    </message>
    <message>
        <source>The fewest modelled clocks within a number of bytes</source>
        <translation>在这么多字节之内建模时钟数最少</translation>
    </message>
    <message>
        <source>store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>inverse</source>
        <translation>求逆</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Of the choice before: %1</source>
        <translation>上一个选择的：%1</translation>
    </message>
    <message>
        <source>to have it again: load %1 + compute %2 = %3 clocks</source>
        <translation>重新得到它：加载 %1 + 计算 %2 = %3 个时钟</translation>
    </message>
    <message>
        <source>to have it again: what it reads again %1 + compute %2 = %3 clocks</source>
        <translation>重新得到它：重新得到其输入 %1 + 计算 %2 = %3 个时钟</translation>
    </message>
    <message>
        <source>to load it: %1 clocks</source>
        <translation>加载它：%1 个时钟</translation>
    </message>
    <message>
        <source>the rule: recompute</source>
        <translation>规则：重计算</translation>
    </message>
    <message>
        <source>the rule: store</source>
        <translation>规则：存储</translation>
    </message>
    <message>
        <source>below %1 bytes per clock of %2 it is recomputed</source>
        <translation>%2 低于每时钟 %1 字节时重新计算</translation>
    </message>
    <message>
        <source>kept by hand: %1</source>
        <translation>手动保留方式：%1</translation>
    </message>
    <message>
        <source>kept: %1</source>
        <translation>保留方式：%1</translation>
    </message>
    <message>
        <source>a budget of %1 bytes (%2 in VMEM): %3</source>
        <translation>预算 %1 字节（VMEM 中 %2）：%3</translation>
    </message>
    <message>
        <source>%4: %1 bytes (%2 in VMEM), %3</source>
        <translation>%4：%1 字节（VMEM 中 %2），%3</translation>
    </message>
    <message>
        <source>nothing has fewer of both</source>
        <translation>没有两者都更少的</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>to HBM</source>
        <translation>写入 HBM</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>from HBM</source>
        <translation>读自 HBM</translation>
    </message>
    <message>
        <source>again</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>sums</source>
        <translation>和</translation>
    </message>
    <message>
        <source>gradient through the norm</source>
        <translation>穿过归一化的梯度</translation>
    </message>
    <message>
        <source>gradient of the input</source>
        <translation>输入的梯度</translation>
    </message>
    <message>
        <source>gradient of the weights</source>
        <translation>权重的梯度</translation>
    </message>
    <message>
        <source>update of the parameters</source>
        <translation>参数更新</translation>
    </message>
    <message>
        <source>step %1, %2 of %3</source>
        <translation>第 %1 步，%3 的%2</translation>
    </message>
    <message>
        <source>Step %1, %2 of %3, the peak: %4 bytes in VMEM, %5 in HBM, from clock %6 on for %7.</source>
        <translation>第 %1 步，%3 的%2，峰值：VMEM 中 %4 字节，HBM 中 %5，从时钟 %6 起，%7。</translation>
    </message>
    <message>
        <source>Step %1, %2 of %3: %4 bytes in VMEM, %5 in HBM, from clock %6 on for %7.</source>
        <translation>第 %1 步，%3 的%2：VMEM 中 %4 字节，HBM 中 %5，从时钟 %6 起，%7。</translation>
    </message>
    <message>
        <source>the gradient of %1</source>
        <translation>%1 的梯度</translation>
    </message>
    <message>
        <source>mean and deviation of %1</source>
        <translation>%1 的均值与标准差</translation>
    </message>
    <message>
        <source>%1, computed again</source>
        <translation>%1，重新计算</translation>
    </message>
    <message>
        <source>%1: %2 bytes in %3, steps %4 to %5</source>
        <translation>%1：%3 中 %2 字节，第 %4 至 %5 步</translation>
    </message>
    <message>
        <source>gradient of %1</source>
        <translation>%1 的梯度</translation>
    </message>
    <message>
        <source>deviation of %1</source>
        <translation>%1 的标准差</translation>
    </message>
    <message>
        <source>%1 in HBM</source>
        <translation>HBM 中的 %1</translation>
    </message>
    <message>
        <source>%1, channel %2: gamma %3, off by at most %4 deviations</source>
        <translation>%1，通道 %2：gamma %3，至多偏差 %4 个标准差</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>实测 %1</translation>
    </message>
    <message>
        <source>not taken: with gamma 0 nothing leads back</source>
        <translation>不采用：gamma 为 0 时无法反推</translation>
    </message>
    <message>
        <source>not taken: that is more than %1</source>
        <translation>不采用：超过 %1</translation>
    </message>
    <message>
        <source>Computing again takes %1 of them, moving %2.</source>
        <translation>其中重新计算占 %1，搬运占 %2。</translation>
    </message>
    <message>
        <source>%1 more are hidden behind work.</source>
        <translation>另有 %1 被计算掩盖。</translation>
    </message>
    <message>
        <source>The fastest that was found, as by %1.</source>
        <translation>已找到的最快结果，与 %1 相同。</translation>
    </message>
    <message>
        <source>The fastest that was found.</source>
        <translation>已找到的最快结果。</translation>
    </message>
    <message>
        <source>That is %1 bytes of VMEM too many.</source>
        <translation>这比允许的 VMEM 多出 %1 字节。</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>As autograd, but of an activation that is read for its mask alone one bit for each number is kept</source>
        <translation>同自动求导，但只为掩码而读的激活，每个数只保留一位</translation>
    </message>
    <message>
        <source>the mask of %1</source>
        <translation>%1 的掩码</translation>
    </message>
    <message>
        <source>mask of %1</source>
        <translation>%1 的掩码</translation>
    </message>
    <message>
        <source>bfloat16</source>
        <translation>bfloat16</translation>
    </message>
    <message>
        <source>all bfloat16</source>
        <translation>全部 bfloat16</translation>
    </message>
    <message>
        <source>As autograd, in bfloat16 where products and masks alone read a value: the gradients have the same bits</source>
        <translation>同自动求导，但只被乘积和掩码再读的值以 bfloat16 保存：梯度的每一位都相同</translation>
    </message>
    <message>
        <source>As autograd, in bfloat16 all but what a max pool reads: the gradients have other bits, and each number is off by at most 1/256 of itself</source>
        <translation>同自动求导，但除最大池化所读的值外都以 bfloat16 保存：梯度的位不同，每个数的误差不超过自身的 1/256</translation>
    </message>
    <message>
        <source>to bfloat16</source>
        <translation>转为 bfloat16</translation>
    </message>
    <message>
        <source>from bfloat16</source>
        <translation>从 bfloat16 转回</translation>
    </message>
    <message>
        <source>%1 as bfloat16</source>
        <translation>%1（bfloat16）</translation>
    </message>
    <message>
        <source>gradient in HBM</source>
        <translation>梯度在 HBM</translation>
    </message>
    <message>
        <source>With nothing hidden no choice within the budget and without masks or bfloat16 takes fewer.</source>
        <translation>若不隐藏任何工作，预算之内不用掩码和 bfloat16 的选择没有更少的。</translation>
    </message>
    <message>
        <source>With nothing hidden none without masks or bfloat16 takes fewer than %1.</source>
        <translation>若不隐藏任何工作，不用掩码和 bfloat16 的没有一种少于 %1。</translation>
    </message>
    <message>
        <source>The chip paid %1 to have values again; the rule counts %2.</source>
        <translation>芯片为重新得到各值付出 %1；规则计 %2。</translation>
    </message>
    <message>
        <source>on the chip: %1 clocks, where the rule counts %2</source>
        <translation>在芯片上：%1 个时钟，规则计 %2</translation>
    </message>
    <message>
        <source>it counts less for the other way</source>
        <translation>规则对另一种方式计得更少</translation>
    </message>
    <message>
        <source>%1: reads %2, %3 bytes; %4 operations, %5 per clock; gives %6 bytes (%7), %8 without padding</source>
        <translation>%1：读 %2，%3 字节；%4 次运算，每时钟 %5 次；给出 %6 字节（%7），不含填充为 %8</translation>
    </message>
    <message>
        <source>%1 on %2, batch of %3: peak %4 bytes, %5 of %6 in VMEM, %7 in HBM; modelled %8.</source>
        <translation>%1，机器 %2，%3 幅图像：峰值 %4 字节，VMEM 中 %5（共 %6），HBM 中 %7；建模为 %8。</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>1 clock</source>
        <translation>1 个时钟</translation>
    </message>
    <message>
        <source>%1 clocks</source>
        <translation>%1 个时钟</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行第 %2 列：%3</translation>
    </message>
</context>
<context>
    <name>Striding</name>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>exact for this input</source>
        <translation>对此输入精确</translation>
    </message>
    <message>
        <source>not provable</source>
        <translation>无法证明</translation>
    </message>
    <message>
        <source>wrong: %1 of %2</source>
        <translation>错误：%2 个中有 %1 个</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>NO: %1 elements are not as predicted</source>
        <translation>否：%1 个元素与预测不符</translation>
    </message>
    <message>
        <source>by a whole run in the background</source>
        <translation>由后台的完整运行确认</translation>
    </message>
    <message>
        <source>all %1 computed, %2 wrong</source>
        <translation>全部 %1 个已算出，%2 个错误</translation>
    </message>
    <message>
        <source>%1 of %2 by now, %3 wrong</source>
        <translation>目前已算出 %1 / %2 个，其中 %3 个错误</translation>
    </message>
    <message>
        <source>%1 NOT AS PREDICTED: another input?</source>
        <translation>%1 个与预测不符：换了输入？</translation>
    </message>
    <message>
        <source>No convolution of this network strides: the circuit computes each layer as it is. Open one with a strided convolution.</source>
        <translation>此网络没有带步幅的卷积：电路按原样计算各层。请打开一个带步幅卷积的网络。</translation>
    </message>
    <message>
        <source>not confirmed: nothing holds its output at the end</source>
        <translation>未确认：结束时已无处保存其输出</translation>
    </message>
    <message>
        <source>Open a network.</source>
        <translation>请打开一个网络。</translation>
    </message>
    <message>
        <source>No program of %1 is loaded. For one that runs tiles press Debug All Tiles in the view Tiles; Open Network makes one of it all.</source>
        <translation>尚未加载由 %1 生成的程序。要得到运行图块的程序，请在“图块”视图中按“调试全部图块”；“打开网络”则为整个网络生成程序。</translation>
    </message>
</context>
<context>
    <name>Tiling</name>
    <message>
        <source>first</source>
        <translation>首</translation>
    </message>
    <message>
        <source>inner</source>
        <translation>中间</translation>
    </message>
    <message>
        <source>last</source>
        <translation>尾</translation>
    </message>
    <message>
        <source>only</source>
        <translation>唯一</translation>
    </message>
    <message>
        <source>every tile is full of picture</source>
        <translation>每个图块都完全位于图像之内</translation>
    </message>
    <message>
        <source>what layers could read beyond the picture is masked</source>
        <translation>各层在图像之外可能读到的内容已被掩码屏蔽</translation>
    </message>
    <message>
        <source>zeros lie beyond the picture</source>
        <translation>图像之外为零</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 bytes of masks.</source>
        <translation>掩码 %1 字节。</translation>
    </message>
    <message>
        <source>All %1 tiles are done; the whole picture is computed for comparison.</source>
        <translation>全部 %1 个图块已完成；正在计算整幅图像以作比较。</translation>
    </message>
    <message>
        <source>%1 of %2 tiles done, %3.</source>
        <translation>已完成 %2 个图块中的 %1 个，%3。</translation>
    </message>
    <message>
        <source>Only planned: without a picture nothing can be run.</source>
        <translation>仅有计划：没有图像就无法运行。</translation>
    </message>
    <message>
        <source>Planned; nothing has been run.</source>
        <translation>已计划；尚未运行。</translation>
    </message>
    <message>
        <source>Element [%1, %2]</source>
        <translation>元素 [%1, %2]</translation>
    </message>
    <message>
        <source>tile %1 (%2): right, and taken from it</source>
        <translation>图块 %1（%2）：正确，并取自该图块</translation>
    </message>
    <message>
        <source>tile %1 (%2): right as well</source>
        <translation>图块 %1（%2）：同样正确</translation>
    </message>
    <message>
        <source>tile %1 (%2): dummy, not what the whole picture has</source>
        <translation>图块 %1（%2）：虚值，与整幅图像不同</translation>
    </message>
    <message>
        <source>Pixel [%1, %2]: sent to the circuit %3 times</source>
        <translation>像素 [%1, %2]：发送到电路 %3 次</translation>
    </message>
    <message>
        <source>In the debugger, at clock %1: %2 of %3 tiles done, under way: %4.</source>
        <translation>调试器中，第 %1 个时钟：%3 个图块已完成 %2 个，正在计算：%4。</translation>
    </message>
    <message>
        <source> (unified buffer, byte %1)</source>
        <translation>（统一缓冲区，第 %1 字节）</translation>
    </message>
    <message>
        <source>at the host: byte %1</source>
        <translation>主机中：第 %1 字节</translation>
    </message>
    <message>
        <source>tile %1</source>
        <translation>图块 %1</translation>
    </message>
    <message>
        <source>All %1 circuits have one tile at a time, each a part of %2.</source>
        <translation>全部 %1 个电路同时计算一个图块，各占其中大小为 %2 的一部分。</translation>
    </message>
    <message>
        <source>The size of a tile is being chosen: %1 were modelled by now.</source>
        <translation>正在选择图块大小：已为 %1 种大小建模。</translation>
    </message>
    <message>
        <source>Chosen: %1, which does the fewest MACs of the sizes that fit. The host computes a part of this network, so that clocks are not known.</source>
        <translation>已选：%1，在能放下的大小中乘加次数最少。此网络的一部分由主机计算，因此时钟数未知。</translation>
    </message>
    <message>
        <source>Chosen: %1, modelled %2, the fewest of %3 sizes that were modelled.</source>
        <translation>已选：%1，建模为 %2，在已建模的 %3 种大小中最少。</translation>
    </message>
    <message>
        <source>Next are %1.</source>
        <translation>其次为 %1。</translation>
    </message>
    <message>
        <source>%1 could take fewer, but: %2</source>
        <translation>%1 可能更少，但是：%2</translation>
    </message>
    <message>
        <source>Circuits that share the input took %1.</source>
        <translation>共享输入的电路用了 %1。</translation>
    </message>
    <message>
        <source>Circuits that share layers took %1.</source>
        <translation>共享各层的电路用了 %1。</translation>
    </message>
    <message>
        <source>Of %1 outputs this is %2.</source>
        <translation>共有 %1 个输出，此处为 %2。</translation>
    </message>
    <message>
        <source>Zeros of another sign: %1.</source>
        <translation>符号不同的零：%1 个。</translation>
    </message>
    <message>
        <source>the whole picture untiled on the circuit, %1</source>
        <translation>不分块在电路上运行的整幅图像（%1）</translation>
    </message>
    <message>
        <source>the whole picture as the reference computes it</source>
        <translation>参考实现计算的整幅图像</translation>
    </message>
    <message>
        <source>Untiled it does not fit the circuit: %1.</source>
        <translation>不分块时电路放不下：%1。</translation>
    </message>
    <message>
        <source>Equal, %1 of %2 elements, to %3; the tiles took %4.</source>
        <translation>与%3相等：%2 个元素中 %1 个相等；各图块共用 %4。</translation>
    </message>
    <message>
        <source>Not equal: %1 of %2 elements are as in %3.</source>
        <translation>不相等：%2 个元素中有 %1 个与%3一致。</translation>
    </message>
    <message>
        <source>1 tile</source>
        <translation>1 个图块</translation>
    </message>
    <message>
        <source>%1 tiles</source>
        <translation>%1 个图块</translation>
    </message>
    <message>
        <source>%1: picture %2, %3 of %4; %5. %6 times the MACs of the whole picture; the host sends %7 bytes, of them %8 again.</source>
        <translation>%1：图像 %2，%3，每块 %4；%5。乘加次数为整幅图像的 %6 倍；主机发送 %7 字节，其中 %8 字节为重复发送。</translation>
    </message>
    <message>
        <source>the only one</source>
        <translation>唯一的一块</translation>
    </message>
    <message>
        <source>rows: %1, columns: %2</source>
        <translation>行：%1，列：%2</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>向量寄存器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>存储器</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Bundle Grid</source>
        <translation>指令束表</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>The units of the chip, which of them work in this clock, and why the others wait.</source>
        <translation>芯片的各个部件：本时钟哪些在工作，其余的为何等待。</translation>
    </message>
    <message>
        <source>Scalar registers, predicates, masks and index registers.</source>
        <translation>标量寄存器、谓词、掩码和变址寄存器。</translation>
    </message>
    <message>
        <source>The vector registers as pictures, with their numbers when there is room.</source>
        <translation>以图像显示的向量寄存器，空间足够时显示数值。</translation>
    </message>
    <message>
        <source>Any memory of the machine, as numbers or as a picture.</source>
        <translation>机器的任意存储器，以数值或图像显示。</translation>
    </message>
    <message>
        <source>What is inside of the units: queues, weights, transfers, flags, random numbers.</source>
        <translation>各部件的内部：队列、权重、传输、标志、随机数。</translation>
    </message>
    <message>
        <source>The cells that each step changes, to walk through.</source>
        <translation>每一步所改变的单元，可逐个查看。</translation>
    </message>
    <message>
        <source>The bundles of the program, one to a row, with their bits and what they cost.</source>
        <translation>程序的指令束，每行一个，附其位和代价。</translation>
    </message>
    <message>
        <source>What issues in this clock, or why nothing does.</source>
        <translation>本时钟发射什么，或为什么没有发射。</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Exactness</source>
        <translation>精确性</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>阵列</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>卷积块</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Debug</source>
        <translation>调试</translation>
    </message>
    <message>
        <source>Striding</source>
        <translation>跨步</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Cone</source>
        <translation>依赖锥</translation>
    </message>
    <message>
        <source>Tile Sizes</source>
        <translation>图块大小</translation>
    </message>
    <message>
        <source>Ring</source>
        <translation>虚环</translation>
    </message>
    <message>
        <source>Tiles over Time</source>
        <translation>图块时间线</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Memory over Time</source>
        <translation>内存随时间变化</translation>
    </message>
    <message>
        <source>Forward and Backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>权衡</translation>
    </message>
    <message>
        <source>Equal Gradients</source>
        <translation>梯度相等</translation>
    </message>
    <message>
        <source>Batch Norm Inverse</source>
        <translation>批归一化的逆</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>数据流</translation>
    </message>
    <message>
        <source>Overlap Strategies</source>
        <translation>重叠策略</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>固件</translation>
    </message>
    <message>
        <source>Firmware and Software</source>
        <translation>固件与软件</translation>
    </message>
    <message>
        <source>Graph of Values</source>
        <translation>值的图</translation>
    </message>
    <message>
        <source>Chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Register Files</source>
        <translation>寄存器堆</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>expected {0}, found {1}</source>
        <translation>应为 {0}，却是 {1}</translation>
    </message>
    <message>
        <source>there is no instruction &apos;{0}&apos;</source>
        <translation>没有指令“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not defined</source>
        <translation>“{0}”没有定义</translation>
    </message>
    <message>
        <source>there is no directive &apos;{0}&apos;</source>
        <translation>没有伪指令“{0}”</translation>
    </message>
    <message>
        <source>there is no slot &apos;{0}&apos;</source>
        <translation>没有槽“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is already defined</source>
        <translation>“{0}”已经定义过</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; cannot be defined: it is {1}</source>
        <translation>不能定义“{0}”：它是 {1}</translation>
    </message>
    <message>
        <source>the macro &apos;{0}&apos; cannot be used inside a bundle</source>
        <translation>宏“{0}”不能写在指令束里</translation>
    </message>
    <message>
        <source>the bundle is not closed</source>
        <translation>指令束没有结束</translation>
    </message>
    <message>
        <source>slot {0} needs an instruction here</source>
        <translation>槽 {0} 在此需要一条指令</translation>
    </message>
    <message>
        <source>no slot is free for &apos;{0}&apos;: it fits {1}</source>
        <translation>“{0}”没有空闲的槽：它可放在 {1}</translation>
    </message>
    <message>
        <source>a bundle has {0} slots, this is one instruction more</source>
        <translation>一个指令束有 {0} 个槽，这里多了一条指令</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no operand named &apos;{1}&apos;</source>
        <translation>“{0}”没有名为“{1}”的操作数</translation>
    </message>
    <message>
        <source>operand &apos;{0}&apos; is given twice</source>
        <translation>操作数“{0}”给出了两次</translation>
    </message>
    <message>
        <source>a predicate is written @p1 or @!p1</source>
        <translation>谓词应写作 @p1 或 @!p1</translation>
    </message>
    <message>
        <source>{0} does not fit a 32-bit word</source>
        <translation>{0} 放不进 32 位字</translation>
    </message>
    <message>
        <source>{0} is not exactly a float32</source>
        <translation>{0} 不能精确表示为 float32</translation>
    </message>
    <message>
        <source>{0} is not an integer</source>
        <translation>{0} 不是整数</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>the result is too large</source>
        <translation>结果太大</translation>
    </message>
    <message>
        <source>a shift by {0} is not possible</source>
        <translation>不能移 {0} 位</translation>
    </message>
    <message>
        <source>{0} is not a power of two</source>
        <translation>{0} 不是 2 的幂</translation>
    </message>
    <message>
        <source>there is no function &apos;{0}&apos;</source>
        <translation>没有函数“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; takes {1}</source>
        <translation>“{0}”需要 {1}</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} 不是 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no dimension {1}</source>
        <translation>“{0}”没有维度 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; does not begin on a granule of 16 bytes</source>
        <translation>“{0}”没有从 16 字节的粒的边界开始</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not known here yet</source>
        <translation>“{0}”在此处尚不可知</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is defined by itself</source>
        <translation>“{0}”用自身定义</translation>
    </message>
    <message>
        <source>the expression is nested too deeply</source>
        <translation>表达式嵌套过深</translation>
    </message>
    <message>
        <source>the register &apos;{0}&apos; cannot be part of an expression</source>
        <translation>寄存器“{0}”不能出现在表达式中</translation>
    </message>
    <message>
        <source>the chip is already chosen</source>
        <translation>芯片已经选定</translation>
    </message>
    <message>
        <source>an instruction cannot be in a data section</source>
        <translation>数据段中不能有指令</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; belongs in a data section</source>
        <translation>“{0}”应写在数据段中</translation>
    </message>
    <message>
        <source>the program has more than {0} bundles</source>
        <translation>程序超过 {0} 个指令束</translation>
    </message>
    <message>
        <source>address {0} is beyond {1}, which has {2} {3}</source>
        <translation>地址 {0} 超出 {1}，后者有 {2} {3}</translation>
    </message>
    <message>
        <source>{0} is before the current place {1}</source>
        <translation>{0} 在当前位置 {1} 之前</translation>
    </message>
    <message>
        <source>{0} is not an alignment</source>
        <translation>{0} 不是合法的对齐</translation>
    </message>
    <message>
        <source>{0} is not an address or a number of words</source>
        <translation>{0} 不是地址，也不是字数</translation>
    </message>
    <message>
        <source>{0} cannot be an extent of a tensor</source>
        <translation>{0} 不能作为张量的维长</translation>
    </message>
    <message>
        <source>there is no type &apos;{0}&apos;</source>
        <translation>没有类型“{0}”</translation>
    </message>
    <message>
        <source>there is no memory &apos;{0}&apos;</source>
        <translation>没有存储器“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; overlaps &apos;{1}&apos;</source>
        <translation>“{0}”与“{1}”重叠</translation>
    </message>
    <message>
        <source>the initial contents of the memories exceed {0} bytes</source>
        <translation>存储器的初始内容超过 {0} 字节</translation>
    </message>
    <message>
        <source>tensors in memory cannot be &apos;{0}&apos;</source>
        <translation>存储器中的张量不能是“{0}”</translation>
    </message>
    <message>
        <source>the shape {0} is not possible</source>
        <translation>形状 {0} 不合法</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; needs {1} {2}, but there are only {3}</source>
        <translation>“{0}”需要 {1} {2}，但只有 {3}</translation>
    </message>
    <message>
        <source>there is no layout &apos;{0}&apos;</source>
        <translation>没有布局“{0}”</translation>
    </message>
    <message>
        <source>the file holds shape {0}, the tensor has {1}</source>
        <translation>文件的形状是 {0}，张量的形状是 {1}</translation>
    </message>
    <message>
        <source>{0} is not a value of type {1}</source>
        <translation>{0} 不是类型 {1} 的值</translation>
    </message>
    <message>
        <source>macro &apos;{0}&apos; needs a value for &apos;{1}&apos;</source>
        <translation>宏“{0}”需要给出“{1}”的值</translation>
    </message>
    <message>
        <source>macro &apos;{0}&apos; takes at most {1} arguments</source>
        <translation>宏“{0}”最多有 {1} 个实参</translation>
    </message>
    <message>
        <source>macro &apos;{0}&apos; has more than {1} parameters</source>
        <translation>宏“{0}”的形参超过 {1} 个</translation>
    </message>
    <message>
        <source>&apos;\{0}&apos; is not a parameter here</source>
        <translation>“\{0}”在此不是形参</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no {1} before it</source>
        <translation>“{0}”之前没有 {1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not closed by {1}</source>
        <translation>“{0}”没有用 {1} 结束</translation>
    </message>
    <message>
        <source>{0} nested more than {1} deep</source>
        <translation>{0} 嵌套超过 {1} 层</translation>
    </message>
    <message>
        <source>{0} is not a number of repetitions</source>
        <translation>{0} 不是合法的重复次数</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; includes itself</source>
        <translation>“{0}”包含了自身</translation>
    </message>
    <message>
        <source>the line has more than {0} bytes</source>
        <translation>此行超过 {0} 字节</translation>
    </message>
    <message>
        <source>assertion failed: {0}</source>
        <translation>断言失败：{0}</translation>
    </message>
    <message>
        <source>there is no warning &apos;{0}&apos;</source>
        <translation>没有警告“{0}”</translation>
    </message>
    <message>
        <source>bundle {0} does not exist: the program has {1}</source>
        <translation>指令束 {0} 不存在：程序有 {1} 个</translation>
    </message>
    <message>
        <source>more than {0} errors; the rest is not shown</source>
        <translation>错误超过 {0} 个，其余不显示</translation>
    </message>
    <message>
        <source>first defined here</source>
        <translation>首次定义于此</translation>
    </message>
    <message>
        <source>the macro is defined here</source>
        <translation>宏定义于此</translation>
    </message>
    <message>
        <source>the same in other expansions: {0}</source>
        <translation>其他展开中同样如此：{0}</translation>
    </message>
    <message>
        <source>the other one is here</source>
        <translation>另一处在这里</translation>
    </message>
    <message>
        <source>in the expansion of macro &apos;{0}&apos;</source>
        <translation>在宏“{0}”的展开中</translation>
    </message>
    <message>
        <source>in repetition {0} of this block</source>
        <translation>在此块的第 {0} 次重复中</translation>
    </message>
    <message>
        <source>included from here</source>
        <translation>由此处包含</translation>
    </message>
    <message>
        <source>other uses of this name: {0}</source>
        <translation>此名称的其他引用：{0}</translation>
    </message>
    <message>
        <source>this is not JSON: {0}</source>
        <translation>这不是 JSON：{0}</translation>
    </message>
    <message>
        <source>the key &quot;{0}&quot; is given twice in one object</source>
        <translation>键“{0}”在一个对象中出现两次</translation>
    </message>
    <message>
        <source>more than {0} objects or lists inside each other</source>
        <translation>对象或列表嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>{0} values are more than the {1} that are accepted</source>
        <translation>{0} 个值超过允许的 {1} 个</translation>
    </message>
    <message>
        <source>unknown key &quot;{0}&quot;; allowed here: {1}</source>
        <translation>未知的键“{0}”；此处允许：{1}</translation>
    </message>
    <message>
        <source>the key &quot;{0}&quot; is missing here</source>
        <translation>此处缺少键“{0}”</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be {1}, not {2}</source>
        <translation>“{0}”必须是 {1}，而不是 {2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is {1}; allowed: {2}</source>
        <translation>“{0}”是 {1}；允许：{2}</translation>
    </message>
    <message>
        <source>cannot read &apos;{0}&apos;: {1}</source>
        <translation>无法读取“{0}”：{1}</translation>
    </message>
    <message>
        <source>cannot write &apos;{0}&apos;: {1}</source>
        <translation>无法写入“{0}”：{1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is larger than {1} bytes</source>
        <translation>“{0}”超过 {1} 字节</translation>
    </message>
    <message>
        <source>there is no chip &quot;{0}&quot;; there are: {1}</source>
        <translation>没有芯片“{0}”；可用的有：{1}</translation>
    </message>
    <message>
        <source>there is no {0} &quot;{1}&quot;; there are: {2}</source>
        <translation>没有 {0}“{1}”；可用的有：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is {1}; this program reads {2}</source>
        <translation>“{0}”是 {1}；本程序可读 {2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is {1}; it must be a power of two</source>
        <translation>“{0}”是 {1}；它必须是 2 的幂</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is {1}; it must be a multiple of {2}</source>
        <translation>“{0}”是 {1}；它必须是 {2} 的倍数</translation>
    </message>
    <message>
        <source>the number {0} does not say where it is from</source>
        <translation>数 {0} 没有说明出处</translation>
    </message>
    <message>
        <source>bundle {0} cannot be loaded: {1}</source>
        <translation>无法加载指令束 {0}：{1}</translation>
    </message>
    <message>
        <source>bundle {0} branches to bundle {1}, but the program has {2} bundles</source>
        <translation>指令束 {0} 跳转到指令束 {1}，但程序有 {2} 个指令束</translation>
    </message>
    <message>
        <source>the program has {0} bundles, the instruction memory of {1} holds {2}</source>
        <translation>程序有 {0} 个指令束，{1} 的指令存储器可容纳 {2} 个</translation>
    </message>
    <message>
        <source>the program was assembled for {0} on {1}, not for {2} on {3}</source>
        <translation>程序是为 {1} 上的 {0} 汇编的，不是为 {3} 上的 {2}</translation>
    </message>
    <message>
        <source>bytes {0} to {1} do not fit into {2}, which has {3} bytes</source>
        <translation>字节 {0} 到 {1} 放不进 {2}，后者有 {3} 字节</translation>
    </message>
    <message>
        <source>there is no matrix kernel {0} on this host; there are {1}</source>
        <translation>此主机上没有做乘法的代码路径 {0}；可用的有 {1}</translation>
    </message>
    <message>
        <source>the program has no bundles</source>
        <translation>程序没有指令束</translation>
    </message>
    <message>
        <source>at most {0} different scalar registers can be forwarded in one bundle; this one needs {1}</source>
        <translation>一个指令束最多可转发 {0} 个不同的标量寄存器；这里需要 {1} 个</translation>
    </message>
    <message>
        <source>the bundle has no room for its constants: {1} compete for {0} immediates of 16 bits</source>
        <translation>指令束放不下它的常量：{1} 个争用 {0} 个 16 位立即数</translation>
    </message>
    <message>
        <source>{0} cannot be the operand &apos;{1}&apos; of &apos;{2}&apos;, which takes {3}</source>
        <translation>{0} 不能作为“{2}”的操作数“{1}”，它需要 {3}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in slot {1} uses a field of slot {2}, so that slot must be empty, but it holds &apos;{3}&apos;</source>
        <translation>槽 {1} 中的“{0}”占用槽 {2} 的字段，该槽必须为空，但其中有“{3}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not an instruction of slot {1}; it fits {2}</source>
        <translation>“{0}”不是槽 {1} 的指令；它可放在 {2}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; executes in {1} only, not in slot {2}</source>
        <translation>“{0}”只能在 {1} 中执行，不能在槽 {2}</translation>
    </message>
    <message>
        <source>one writer per register and bundle: {0} is written by &apos;{1}&apos; in {2} and by &apos;{3}&apos; in {4}</source>
        <translation>每个寄存器在一个指令束内只能有一个写入者：{0} 被 {2} 的“{1}”和 {4} 的“{3}”写入</translation>
    </message>
    <message>
        <source>one instruction per bundle for the {0}: &apos;{1}&apos; in {2} and &apos;{3}&apos; in {4} both need it</source>
        <translation>{0} 在一个指令束内只能有一条指令：{2} 的“{1}”和 {4} 的“{3}”都需要它</translation>
    </message>
    <message>
        <source>one branch, call, return or halt per bundle: &apos;{0}&apos; in {1} and &apos;{2}&apos; in {3}</source>
        <translation>一个指令束内只能有一个分支、调用、返回或停机：{1} 的“{0}”和 {3} 的“{2}”</translation>
    </message>
    <message>
        <source>{0} is a constant and cannot be written by &apos;{1}&apos;</source>
        <translation>{0} 是常量，不能被“{1}”写入</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; in slot {1} has the predicate that marks an empty slot</source>
        <translation>槽 {1} 中的“{0}”带有表示空槽的谓词</translation>
    </message>
    <message>
        <source>there is no register {0}; {1} are {2} to {3}</source>
        <translation>没有寄存器 {0}；{1} 为 {2} 到 {3}</translation>
    </message>
    <message>
        <source>one instruction per slot: {0} holds &apos;{1}&apos; and &apos;{2}&apos;</source>
        <translation>每个槽一条指令：{0} 中有“{1}”和“{2}”</translation>
    </message>
    <message>
        <source>slot {0} has operation code {1}, which is not an instruction</source>
        <translation>槽 {0} 的操作码 {1} 不是指令</translation>
    </message>
    <message>
        <source>the operand &apos;{0}&apos; of &apos;{1}&apos; in slot {2} has code {3}, which means nothing</source>
        <translation>槽 {2} 中“{1}”的操作数“{0}”的编码 {3} 没有意义</translation>
    </message>
    <message>
        <source>bit {0} ({1}) is {2} where the one valid encoding of this bundle has {3}: {4}</source>
        <translation>位 {0}（{1}）是 {2}，而此指令束唯一有效的编码是 {3}：{4}</translation>
    </message>
    <message>
        <source>no slot is left for &apos;{0}&apos;: it fits {1}, taken by {2}</source>
        <translation>“{0}”没有剩余的槽：它可放在 {1}，已被 {2} 占用</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; reads {1}, which &apos;{2}&apos; writes: in one bundle it would read the old value</source>
        <translation>“{0}”读取“{2}”所写的 {1}：在同一指令束内会读到旧值</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; would no longer come after &apos;{1}&apos;, which also writes {2}</source>
        <translation>“{0}”将不再位于同样写入 {2} 的“{1}”之后</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; decides whether &apos;{1}&apos; is executed at all; in one bundle both are executed</source>
        <translation>“{0}”决定“{1}”是否执行；在同一指令束内两者都会执行</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a register, memory, tensor, label or function here</source>
        <translation>“{0}”在此不是寄存器、存储器、张量、标号或函数</translation>
    </message>
    <message>
        <source>index {0} is outside 0 to {1}</source>
        <translation>下标 {0} 超出 0 到 {1}</translation>
    </message>
    <message>
        <source>this expression is too long or too deeply nested</source>
        <translation>此表达式太长或嵌套过深</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a valid number of this language</source>
        <translation>“{0}”不是此语言的数</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; needs integers</source>
        <translation>“{0}”需要整数</translation>
    </message>
    <message>
        <source>{0} takes {1} arguments</source>
        <translation>{0} 需要 {1} 个参数</translation>
    </message>
    <message>
        <source>bundle {0} is outside 0 to {1}</source>
        <translation>指令束 {0} 超出 0 到 {1}</translation>
    </message>
    <message>
        <source>not a breakpoint: &apos;{0}&apos;</source>
        <translation>断点不能以“{0}”开头</translation>
    </message>
    <message>
        <source>{0} has no units {1} to {2}</source>
        <translation>{0} 没有单位 {1} 到 {2}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a unit that {1}; these are: {2}</source>
        <translation>“{0}”不是能 {1} 的部件；可用的有：{2}</translation>
    </message>
    <message>
        <source>{0} must be known beforehand</source>
        <translation>{0} 必须事先可知</translation>
    </message>
    <message>
        <source>a hit count is 1 to {0}, not {1}</source>
        <translation>命中次数为 1 到 {0}，不能是 {1}</translation>
    </message>
    <message>
        <source>the braces of the log text do not match</source>
        <translation>日志文本的花括号不配对</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a part of this machine&apos;s state</source>
        <translation>“{0}”不是此机器状态的一部分</translation>
    </message>
    <message>
        <source>elements {1} to {2} lie outside {0}</source>
        <translation>元素 {1} 到 {2} 超出 {0}</translation>
    </message>
    <message>
        <source>there is no breakpoint {0}</source>
        <translation>没有断点 {0}</translation>
    </message>
    <message>
        <source>{0} has no bytes {1} to {2}</source>
        <translation>{0} 没有字节 {1} 到 {2}</translation>
    </message>
    <message>
        <source>{0} is not edited by hand</source>
        <translation>{0} 不能手动编辑</translation>
    </message>
    <message>
        <source>nothing that the program writes is called &apos;{0}&apos;</source>
        <translation>程序所写的东西里没有叫“{0}”的</translation>
    </message>
    <message>
        <source>{0} is read, but nothing on any way to bundle {1} sets it</source>
        <translation>{0} 被读取，但到指令束 {1} 的任何路径都没有设置它</translation>
    </message>
    <message>
        <source>the program has no bundle</source>
        <translation>程序没有指令束</translation>
    </message>
    <message>
        <source>{0} is written by &apos;{1}&apos; and overwritten before it is read (bundle {2})</source>
        <translation>{0} 由“{1}”写入，未被读取就被覆盖（指令束 {2}）</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>{0} 不可到达</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has nothing to pop on any way to bundle {1}</source>
        <translation>“{0}”在到指令束 {1} 的任何路径上都没有可弹出的结果</translation>
    </message>
    <message>
        <source>the program halts in bundle {0} with at least {1} in the queue of the {2}</source>
        <translation>程序在指令束 {0} 停机时，{2} 的队列中至少还有 {1} 个</translation>
    </message>
    <message>
        <source>at least {0} results are pushed into the queue of the {1} without a pop, it holds {2} (bundle {3})</source>
        <translation>至少 {0} 个结果压入 {1} 的队列而没有弹出，它可容纳 {2} 个（指令束 {3}）</translation>
    </message>
    <message>
        <source>{0} is read, but nothing on any way to bundle {1} writes it</source>
        <translation>{0} 被读取，但到指令束 {1} 的任何路径都没有写入它</translation>
    </message>
    <message>
        <source>{0} is read, but some way to bundle {1} does not set it</source>
        <translation>{0} 被读取，但到指令束 {1} 的某条路径没有设置它</translation>
    </message>
    <message>
        <source>what &apos;{0}&apos; does depends on timing (bundle {1})</source>
        <translation>“{0}”的结果取决于时序（指令束 {1}）</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; waits for {1}, but nothing sets it and no transfer counts on it (bundle {2})</source>
        <translation>“{0}”等待 {1}，但没有指令设置它，也没有传输对它计数（指令束 {2}）</translation>
    </message>
    <message>
        <source>bundle {0} branches to bundle {1}, the program has {2}</source>
        <translation>指令束 {0} 跳转到指令束 {1}，程序有 {2} 个</translation>
    </message>
    <message>
        <source>{0} more of {1} are not shown</source>
        <translation>{1} 还有 {0} 个未显示</translation>
    </message>
    <message>
        <source>{0}: this is not an object file: {1}</source>
        <translation>{0}：这不是目标文件：{1}</translation>
    </message>
    <message>
        <source>{0}: the object file has version {1}, this program reads up to {2}</source>
        <translation>{0}：目标文件版本为 {1}，本程序最多可读 {2}</translation>
    </message>
    <message>
        <source>{0}: the object file says that it has {1} bytes, but there are {2}</source>
        <translation>{0}：目标文件声明有 {1} 字节，实际有 {2} 字节</translation>
    </message>
    <message>
        <source>{0}: the checksum of {1} at byte {2} differs</source>
        <translation>{0}：字节 {2} 处 {1} 的校验和不符</translation>
    </message>
    <message>
        <source>{0}: the object file is damaged at byte {1}: {2}</source>
        <translation>{0}：目标文件在字节 {1} 处损坏：{2}</translation>
    </message>
    <message>
        <source>{0}: the object file is for the chip &apos;{1}&apos;, not for &apos;{2}&apos;</source>
        <translation>{0}：目标文件用于芯片“{1}”，不是“{2}”</translation>
    </message>
    <message>
        <source>{0}: the object file was assembled for machine &apos;{1}&apos; ({2}), this one is &apos;{3}&apos; ({4})</source>
        <translation>{0}：目标文件是为机器“{1}”（{2}）汇编的，当前是“{3}”（{4}）</translation>
    </message>
    <message>
        <source>{0}: bundle {1} at byte {2} is not valid: {3}</source>
        <translation>{0}：字节 {2} 处的指令束 {1} 无效：{3}</translation>
    </message>
    <message>
        <source>bundle {0} is not valid: {1}</source>
        <translation>指令束 {0} 无效：{1}</translation>
    </message>
    <message>
        <source>{0}: {1} bundles are more than the {2} of the machine&apos;s instruction memory</source>
        <translation>{0}：{1} 个指令束超过机器指令存储器的 {2} 个</translation>
    </message>
    <message>
        <source>{0} {1} needs {2} {3}s of {4}, which has {5}</source>
        <translation>{0} {1} 需要 {4} 的 {2} 个 {3}，后者有 {5} 个</translation>
    </message>
    <message>
        <source>memory {0} does not exist</source>
        <translation>存储器 {0} 不存在</translation>
    </message>
    <message>
        <source>{0} {1} was given where {2} {3} lies</source>
        <translation>{0} {1} 的值给在了 {2} {3} 所在的位置</translation>
    </message>
    <message>
        <source>the program has no tensor &quot;{0}&quot;; it has: {1}</source>
        <translation>程序没有张量“{0}”；它有：{1}</translation>
    </message>
    <message>
        <source>{0} has the shape {1}, the file {2}</source>
        <translation>{0} 的形状是 {1}，文件的是 {2}</translation>
    </message>
    <message>
        <source>the schema is &quot;{0}&quot;, not &quot;lanewright project&quot;</source>
        <translation>schema 为“{0}”，而不是“lanewright project”</translation>
    </message>
    <message>
        <source>this project has the version {0}; this program reads up to version {1}</source>
        <translation>此项目的版本是 {0}；本程序最多可读版本 {1}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be an object of tensors and their files</source>
        <translation>“{0}”必须是由张量及其文件组成的对象</translation>
    </message>
    <message>
        <source>{0} in &quot;{1}&quot; are more than the {2} that are accepted</source>
        <translation>“{1}”中的 {0} 个超过允许的 {2} 个</translation>
    </message>
    <message>
        <source>{0} is not allowed here</source>
        <translation>{0} 不能出现在此处</translation>
    </message>
    <message>
        <source>the string is not closed</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a number</source>
        <translation>“{0}”不是数</translation>
    </message>
    <message>
        <source>the number {0} is too large</source>
        <translation>数 {0} 太大</translation>
    </message>
    <message>
        <source>there is no file &apos;{0}&apos;</source>
        <translation>没有文件“{0}”</translation>
    </message>
    <message>
        <source>the file &apos;{0}&apos; lies outside of the program&apos;s folder</source>
        <translation>文件“{0}”在程序的文件夹之外</translation>
    </message>
    <message>
        <source>a tensor of shape {0} has more elements than can be counted</source>
        <translation>形状为 {0} 的张量元素多得无法计数</translation>
    </message>
    <message>
        <source>the value {0} at {1} does not fit {2}</source>
        <translation>{1} 处的值 {0} 放不进 {2}</translation>
    </message>
    <message>
        <source>the elements are {0}, not {1}</source>
        <translation>元素是 {0}，不是 {1}</translation>
    </message>
    <message>
        <source>the shapes differ: {0} and {1}</source>
        <translation>形状不同：{0} 和 {1}</translation>
    </message>
    <message>
        <source>{0}: this is not an .npy file: {1}</source>
        <translation>{0}：这不是 .npy 文件：{1}</translation>
    </message>
    <message>
        <source>{0}: .npy version {1} is not known</source>
        <translation>{0}：未知的 .npy 版本 {1}</translation>
    </message>
    <message>
        <source>{0}: the header is damaged at byte {1}: {2}</source>
        <translation>{0}：文件头在字节 {1} 处损坏：{2}</translation>
    </message>
    <message>
        <source>{0}: elements of type {1} cannot be loaded: {2}</source>
        <translation>{0}：无法加载类型为 {1} 的元素：{2}</translation>
    </message>
    <message>
        <source>{0}: shape {1} of {2} needs {3} bytes of data, the file holds {4}</source>
        <translation>{0}：{2} 的形状 {1} 需要 {3} 字节数据，文件只有 {4}</translation>
    </message>
    <message>
        <source>{0}: element {1} is neither true nor false but {2}</source>
        <translation>{0}：元素 {1} 既非真也非假，而是 {2}</translation>
    </message>
    <message>
        <source>{0}: the archive is damaged or not supported at byte {1}: {2}</source>
        <translation>{0}：归档在字节 {1} 处损坏或不受支持：{2}</translation>
    </message>
    <message>
        <source>a scalar register is not ready</source>
        <translation>标量寄存器未就绪</translation>
    </message>
    <message>
        <source>a predicate is not ready</source>
        <translation>谓词未就绪</translation>
    </message>
    <message>
        <source>a vector register is not ready</source>
        <translation>向量寄存器未就绪</translation>
    </message>
    <message>
        <source>a result would overtake an older one</source>
        <translation>结果会先于更早的结果到达</translation>
    </message>
    <message>
        <source>the unit&apos;s port is taken</source>
        <translation>部件的端口被占用</translation>
    </message>
    <message>
        <source>the oldest result is not ready</source>
        <translation>最早的结果未就绪</translation>
    </message>
    <message>
        <source>a sync flag has not reached its value</source>
        <translation>同步标志未达到其值</translation>
    </message>
    <message>
        <source>the DMA queue is full</source>
        <translation>DMA 队列已满</translation>
    </message>
    <message>
        <source>halt waits for transfers</source>
        <translation>停机等待传输完成</translation>
    </message>
    <message>
        <source>undefined</source>
        <translation>未定义</translation>
    </message>
    <message>
        <source>The program does what the chip&apos;s manual forbids; the rule in the message says how to do it instead.</source>
        <translation>程序做了芯片手册所禁止的事；消息中的规则说明应怎样做。</translation>
    </message>
    <message>
        <source>unspecified</source>
        <translation>未公开</translation>
    </message>
    <message>
        <source>Public sources do not say what the chip does here; a program should not depend on it.</source>
        <translation>公开资料没有说明芯片在此如何动作；程序不应依赖它。</translation>
    </message>
    <message>
        <source>unimplemented</source>
        <translation>未实现</translation>
    </message>
    <message>
        <source>The chip could do this, this emulator cannot; nothing is wrong with the program.</source>
        <translation>芯片可以这样做，仿真器还不能；程序没有错。</translation>
    </message>
    <message>
        <source>untested</source>
        <translation>未验证</translation>
    </message>
    <message>
        <source>The emulator does this without evidence that it does it right; check the result another way.</source>
        <translation>仿真器会这样做，但没有证据表明其正确；请用别的方法核对结果。</translation>
    </message>
    <message>
        <source>out of range</source>
        <translation>越界</translation>
    </message>
    <message>
        <source>An address or index lies outside its memory or file, or a sum outside its range; look at what it was computed from.</source>
        <translation>地址或下标超出其存储器或寄存器堆，或和超出其范围；请查看它是由什么算出的。</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>The program waits for something that nothing under way can bring; look at both ends of the wait.</source>
        <translation>程序所等待的东西不会由任何进行中的操作产生；请查看等待的两端。</translation>
    </message>
    <message>
        <source>hazard</source>
        <translation>冒险</translation>
    </message>
    <message>
        <source>A value is used before it is ready, and strict mode does not wait; leave more bundles between the two.</source>
        <translation>值在就绪之前被使用，而严格模式不等待；请在两者之间多留几个指令束。</translation>
    </message>
    <message>
        <source>race</source>
        <translation>竞争</translation>
    </message>
    <message>
        <source>Two accesses have no order between them and one of them writes; put a wait between the two.</source>
        <translation>两次访问之间没有先后次序，且其中之一是写；请在两者之间加入等待。</translation>
    </message>
    <message>
        <source>uninitialised</source>
        <translation>未初始化</translation>
    </message>
    <message>
        <source>A word is used that nothing has written; write it first, or wait for the transfer that does.</source>
        <translation>使用了从未写入的字；请先写入，或等待写入它的传输。</translation>
    </message>
    <message>
        <source>flag overflow</source>
        <translation>标志溢出</translation>
    </message>
    <message>
        <source>A sync flag was counted beyond 32 bits; set it back before counting on.</source>
        <translation>同步标志的计数超过 32 位；请先复位再继续计数。</translation>
    </message>
    <message>
        <source>emulator bug</source>
        <translation>仿真器错误</translation>
    </message>
    <message>
        <source>Two ways of computing the same thing disagree inside the emulator; please report it with the program.</source>
        <translation>仿真器内两种算法的结果不一致；请连同程序一起报告。</translation>
    </message>
    <message>
        <source>{0} is too large for a float32</source>
        <translation>{0} 对 float32 来说太大</translation>
    </message>
    <message>
        <source>{0} is too large for a bfloat16</source>
        <translation>{0} 对 bfloat16 来说太大</translation>
    </message>
    <message>
        <source>{0} is read, but some way to bundle {1} does not write it</source>
        <translation>{0} 被读取，但到指令束 {1} 的某条路径没有写入它</translation>
    </message>
    <message>
        <source>the schema is &quot;{0}&quot;, not &quot;lanewright.network&quot;</source>
        <translation>schema 为“{0}”，而不是“lanewright.network”</translation>
    </message>
    <message>
        <source>{0} is not a network: its name does not end with .onnx, and it is not a JSON object</source>
        <translation>{0} 不是网络：文件名不以 .onnx 结尾，内容也不是 JSON 对象</translation>
    </message>
    <message>
        <source>this network has the version {0}; this program reads version {1}</source>
        <translation>此网络的版本是 {0}；本程序读取版本 {1}</translation>
    </message>
    <message>
        <source>there is no kind of layer &quot;{0}&quot;; there are: {1}</source>
        <translation>没有层类型“{0}”；现有：{1}</translation>
    </message>
    <message>
        <source>the name &quot;{0}&quot; is taken</source>
        <translation>名称“{0}”已被使用</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; cannot be a name: {1}</source>
        <translation>“{0}”不能作为名称：{1}</translation>
    </message>
    <message>
        <source>there is no value &quot;{0}&quot;; there are: {1}</source>
        <translation>没有值“{0}”；现有：{1}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; reads {2}, not {3}</source>
        <translation>{0}“{1}”读取 {2}，而不是 {3}</translation>
    </message>
    <message>
        <source>layers wait for each other in a circle: {0}</source>
        <translation>层之间循环等待：{0}</translation>
    </message>
    <message>
        <source>{0} {1} are more than the {2} that are accepted</source>
        <translation>{0} {1} 超过了可接受的 {2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a file inside the network&apos;s folder</source>
        <translation>“{0}”不是网络所在文件夹内的文件</translation>
    </message>
    <message>
        <source>{0} of &quot;{1}&quot; cannot be read</source>
        <translation>无法读取“{1}”的 {0}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has no array &quot;{1}&quot;; it has: {2}</source>
        <translation>“{0}”中没有数组“{1}”；其中有：{2}</translation>
    </message>
    <message>
        <source>{0} of &quot;{1}&quot; are {2}, not {3}</source>
        <translation>“{1}”的 {0} 是 {2}，而不是 {3}</translation>
    </message>
    <message>
        <source>{0} of &quot;{1}&quot; have the shape {2}, not {3}</source>
        <translation>“{1}”的 {0} 形状为 {2}，而不是 {3}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; reads &quot;{2}&quot; of shape {3}, which is not an image</source>
        <translation>{0}“{1}”读取的“{2}”形状为 {3}，不是图像</translation>
    </message>
    <message>
        <source>{0} groups of &quot;{1}&quot; do not divide its {2} {3} channels</source>
        <translation>“{1}”的 {0} 个分组不能整除其 {2} 个{3}通道</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; computes nothing: {1} {2} of {3} do not fit the {4} that there are</source>
        <translation>“{0}”不计算任何内容：{3} 的 {1} {2} 放不进现有的 {4}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;: window {2} of its {3} lies entirely in the padding</source>
        <translation>{0}“{1}”：其 {3} 的第 {2} 个窗口完全位于填充之中</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; would have the shape {1}; the limit is {2}</source>
        <translation>“{0}”的形状将为 {1}；上限为 {2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: {1} has no meaning in an int8 network</source>
        <translation>“{0}”：{1} 在 int8 网络中没有意义</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; reads &quot;{2}&quot;, which is {3}</source>
        <translation>{0}“{1}”读取“{2}”，后者是 {3}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: &quot;{1}&quot; belongs to an int8 network</source>
        <translation>“{0}”：“{1}”属于 int8 网络</translation>
    </message>
    <message>
        <source>the range of the input must be two numbers, the lower one first</source>
        <translation>输入的范围必须是两个数，较小者在前</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be {1}</source>
        <translation>“{0}”必须是 {1}</translation>
    </message>
    <message>
        <source>{0} of &quot;{1}&quot; is {2} for channel {3}</source>
        <translation>“{1}”的 {0}：通道 {3} 处为 {2}</translation>
    </message>
    <message>
        <source>an int8 network cannot be computed in {0}</source>
        <translation>int8 网络不能以 {0} 计算</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>until clock {0}</source>
        <translation>直到时钟 {0}</translation>
    </message>
    <message>
        <source>taken: the next push can go in at clock {0}</source>
        <translation>被占用：下一次压入可在时钟 {0} 进行</translation>
    </message>
    <message>
        <source>result {0}</source>
        <translation>结果 {0}</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>needs more pushes</source>
        <translation>还需压入</translation>
    </message>
    <message>
        <source>at clock {0}</source>
        <translation>在时钟 {0}</translation>
    </message>
    <message>
        <source>active</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>{0} of {1} rows, transposed</source>
        <translation>{0} / {1} 行，已转置</translation>
    </message>
    <message>
        <source>the others</source>
        <translation>其余</translation>
    </message>
    <message>
        <source>{0} of {1}, not waited for</source>
        <translation>{0} / {1}，没有等待</translation>
    </message>
    <message>
        <source>{0} result promised since the start, {1} popped</source>
        <translation>自开始以来已承诺 {0} 个结果，已弹出 {1} 个</translation>
    </message>
    <message>
        <source>{0} lane</source>
        <translation>{0} 个向量通道</translation>
    </message>
    <message>
        <source>bundle {0}</source>
        <translation>指令束 {0}</translation>
    </message>
    <message>
        <source>predicate</source>
        <translation>谓词</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>{0} x {1} bits</source>
        <translation>{0} x {1} 位</translation>
    </message>
    <message>
        <source>Scalar processor</source>
        <translation>标量处理器</translation>
    </message>
    <message>
        <source>{0} registers, {1} ALUs</source>
        <translation>{0} 个寄存器，{1} 个 ALU</translation>
    </message>
    <message>
        <source>Scalar memory</source>
        <translation>标量存储器</translation>
    </message>
    <message>
        <source>{0} words</source>
        <translation>{0} 字</translation>
    </message>
    <message>
        <source>Sync flags</source>
        <translation>同步标志</translation>
    </message>
    <message>
        <source>{0} counters</source>
        <translation>{0} 个计数器</translation>
    </message>
    <message>
        <source>Vector scheduler</source>
        <translation>向量调度器</translation>
    </message>
    <message>
        <source>{0} slots</source>
        <translation>{0} 个槽</translation>
    </message>
    <message>
        <source>Vector processor</source>
        <translation>向量处理器</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Vector memory</source>
        <translation>向量存储器</translation>
    </message>
    <message>
        <source>{0} rows, {1} MiB</source>
        <translation>{0} 行，{1} MiB</translation>
    </message>
    <message>
        <source>Random numbers</source>
        <translation>随机数</translation>
    </message>
    <message>
        <source>Philox4x32-{0}</source>
        <translation>Philox4x32-{0}</translation>
    </message>
    <message>
        <source>Unary pipeline</source>
        <translation>一元流水线</translation>
    </message>
    <message>
        <source>{0} / x, roots, exp, tanh</source>
        <translation>{0} / x、开方、exp、tanh</translation>
    </message>
    <message>
        <source>Matrix unit</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>Transpose unit</source>
        <translation>转置单元</translation>
    </message>
    <message>
        <source>Reduce, permute</source>
        <translation>归约、置换</translation>
    </message>
    <message>
        <source>along lanes</source>
        <translation>沿向量通道</translation>
    </message>
    <message>
        <source>DMA engine</source>
        <translation>DMA 引擎</translation>
    </message>
    <message>
        <source>in and out</source>
        <translation>输入与输出</translation>
    </message>
    <message>
        <source>High bandwidth memory</source>
        <translation>高带宽存储器</translation>
    </message>
    <message>
        <source>{0} GiB in granules of {1} bytes</source>
        <translation>{0} GiB，每粒 {1} 字节</translation>
    </message>
    <message>
        <source>a bundle</source>
        <translation>一个指令束</translation>
    </message>
    <message>
        <source>a word</source>
        <translation>一个字</translation>
    </message>
    <message>
        <source>a flag</source>
        <translation>一个标志</translation>
    </message>
    <message>
        <source>the vector slots</source>
        <translation>向量槽</translation>
    </message>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>up to {0} scalar registers</source>
        <translation>最多 {0} 个标量寄存器</translation>
    </message>
    <message>
        <source>a word, slowly</source>
        <translation>一个字，较慢</translation>
    </message>
    <message>
        <source>a register</source>
        <translation>一个寄存器</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>a result</source>
        <translation>一个结果</translation>
    </message>
    <message>
        <source>the address of a descriptor in scalar memory</source>
        <translation>描述符在标量存储器中的地址</translation>
    </message>
    <message>
        <source>granules</source>
        <translation>粒</translation>
    </message>
    <message>
        <source>granules landed</source>
        <translation>已到达的粒</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>板</translation>
    </message>
    <message>
        <source>US {0}/{1}, figure {2}: four chips in a ring; programs run on chip {3}</source>
        <translation>US {0}/{1}，图 {2}：四个芯片组成环；程序在芯片 {3} 上运行</translation>
    </message>
    <message>
        <source>Chip {0}</source>
        <translation>芯片 {0}</translation>
    </message>
    <message>
        <source>{0} processors</source>
        <translation>{0} 个处理器</translation>
    </message>
    <message>
        <source>what chips send each other, over an inter-chip network link</source>
        <translation>芯片之间经片间网络链路互传的内容</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>US {0}/{1}, figures {2} and {3}: two processors; programs run on compute core {4}</source>
        <translation>US {0}/{1}，图 {2} 和 {3}：两个处理器；程序在计算核 {4} 上运行</translation>
    </message>
    <message>
        <source>Compute core {0}</source>
        <translation>计算核 {0}</translation>
    </message>
    <message>
        <source>{0} x {1}, VLIW</source>
        <translation>{0} x {1}，VLIW</translation>
    </message>
    <message>
        <source>Sparse core {0}</source>
        <translation>稀疏核 {0}</translation>
    </message>
    <message>
        <source>embedding layers</source>
        <translation>嵌入层</translation>
    </message>
    <message>
        <source>Host interface</source>
        <translation>主机接口</translation>
    </message>
    <message>
        <source>training data, results</source>
        <translation>训练数据、结果</translation>
    </message>
    <message>
        <source>Interconnect</source>
        <translation>互连</translation>
    </message>
    <message>
        <source>to other chips and the host</source>
        <translation>通往其他芯片和主机</translation>
    </message>
    <message>
        <source>stacks beside the shared area</source>
        <translation>共享区旁的堆叠</translation>
    </message>
    <message>
        <source>what processors of a chip send each other</source>
        <translation>同一芯片的处理器互传的内容</translation>
    </message>
    <message>
        <source>sparse operands</source>
        <translation>稀疏操作数</translation>
    </message>
    <message>
        <source>what the cores and the host exchange</source>
        <translation>核与主机交换的内容</translation>
    </message>
    <message>
        <source>what the cores and other chips exchange</source>
        <translation>核与其他芯片交换的内容</translation>
    </message>
    <message>
        <source>what the host and other chips exchange</source>
        <translation>主机与其他芯片交换的内容</translation>
    </message>
    <message>
        <source>training data</source>
        <translation>训练数据</translation>
    </message>
    <message>
        <source>scalar registers</source>
        <translation>标量寄存器</translation>
    </message>
    <message>
        <source>predicates</source>
        <translation>谓词</translation>
    </message>
    <message>
        <source>vector registers</source>
        <translation>向量寄存器</translation>
    </message>
    <message>
        <source>sync flags</source>
        <translation>同步标志</translation>
    </message>
    <message>
        <source>index registers</source>
        <translation>变址寄存器</translation>
    </message>
    <message>
        <source>engine in</source>
        <translation>输入引擎</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>when it takes the next transfer</source>
        <translation>何时接受下一次传输</translation>
    </message>
    <message>
        <source>engine out</source>
        <translation>输出引擎</translation>
    </message>
    <message>
        <source>all flags</source>
        <translation>所有标志</translation>
    </message>
    <message>
        <source>{0} flags are {1} and nothing counts on them</source>
        <translation>{0} 个标志为 {1}，没有传输计入</translation>
    </message>
    <message>
        <source>matrix unit</source>
        <translation>矩阵单元</translation>
    </message>
    <message>
        <source>port</source>
        <translation>端口</translation>
    </message>
    <message>
        <source>weight port</source>
        <translation>权重端口</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>none latched yet</source>
        <translation>尚未锁存</translation>
    </message>
    <message>
        <source>shadow</source>
        <translation>影子</translation>
    </message>
    <message>
        <source>{0} of {1} rows</source>
        <translation>{0} / {1} 行</translation>
    </message>
    <message>
        <source>weights being loaded; the next latch makes them active</source>
        <translation>正在加载的权重；下一次锁存后生效</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>{0} results promised since the start, {1} popped</source>
        <translation>自开始以来已承诺 {0} 个结果，已弹出 {1} 个</translation>
    </message>
    <message>
        <source>transpose unit</source>
        <translation>转置单元</translation>
    </message>
    <message>
        <source>square</source>
        <translation>方阵</translation>
    </message>
    <message>
        <source>{0} of {1} pushes</source>
        <translation>{0} / {1} 次压入</translation>
    </message>
    <message>
        <source>registers of the square collected so far</source>
        <translation>方阵目前已收集的寄存器</translation>
    </message>
    <message>
        <source>reduction and permute unit</source>
        <translation>归约与置换单元</translation>
    </message>
    <message>
        <source>rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>{0} lanes</source>
        <translation>{0} 个向量通道</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>分段</translation>
    </message>
    <message>
        <source>extended unary pipeline</source>
        <translation>扩展一元流水线</translation>
    </message>
    <message>
        <source>random number generator</source>
        <translation>随机数发生器</translation>
    </message>
    <message>
        <source>key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>of Philox4x32-{0}, the high word first</source>
        <translation>Philox4x32-{0} 的密钥，高位字在前</translation>
    </message>
    <message>
        <source>draws</source>
        <translation>抽取次数</translation>
    </message>
    <message>
        <source>registers drawn so far</source>
        <translation>目前已抽取的寄存器</translation>
    </message>
    <message>
        <source>{0} rows, {1} KiB</source>
        <translation>{0} 行，{1} KiB</translation>
    </message>
    <message>
        <source>{0} KiB in granules of {1} bytes</source>
        <translation>{0} KiB，每粒 {1} 字节</translation>
    </message>
    <message>
        <source>instruction {0} cannot be loaded: {1}</source>
        <translation>无法加载指令 {0}：{1}</translation>
    </message>
    <message>
        <source>the program has {0} instructions, the list of {1} holds {2}</source>
        <translation>程序有 {0} 条指令，{1} 的指令表可容纳 {2} 条</translation>
    </message>
    <message>
        <source>{0}: this ONNX file cannot be read: {1}</source>
        <translation>{0}：无法读取此 ONNX 文件：{1}</translation>
    </message>
    <message>
        <source>{0}: {1} &quot;{2}&quot;: {3}</source>
        <translation>{0}：{1}“{2}”：{3}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>{0}: tensor &quot;{1}&quot;: {2}</source>
        <translation>{0}：张量“{1}”：{2}</translation>
    </message>
    <message>
        <source>{0}: numbers of 16 bits are read as float32</source>
        <translation>{0}：16 位浮点数按 float32 读入</translation>
    </message>
    <message>
        <source>{0} is computed in float32, not in int8</source>
        <translation>{0} 按 float32 而不是 int8 计算</translation>
    </message>
    <message>
        <source>the program has no instructions</source>
        <translation>程序没有指令</translation>
    </message>
    <message>
        <source>byte {0} does not begin a word</source>
        <translation>字节 {0} 不是一个字的开头</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be put on the inference circuit: {2}</source>
        <translation>{0}“{1}”不能放到推理电路上：{2}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot;: one window of {2} pixels does not fit a strip of {3}</source>
        <translation>{0}“{1}”：一个 {2} 像素的窗口放不进 {3} 的条带</translation>
    </message>
    <message>
        <source>the program has {0} instructions, {1} holds {2}</source>
        <translation>程序有 {0} 条指令，{1} 可容纳 {2}</translation>
    </message>
    <message>
        <source>mode {0} cannot be used for &quot;{1}&quot;: {2}</source>
        <translation>模式 {0} 不能用于“{1}”：{2}</translation>
    </message>
    <message>
        <source>there is no mode &quot;{0}&quot;; there are: {1}</source>
        <translation>没有模式“{0}”；可用的有：{1}</translation>
    </message>
    <message>
        <source>no convolution of &quot;{0}&quot; has a stride</source>
        <translation>“{0}”中没有带步幅的卷积</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has {1} bytes to a pixel; a loop of the circuit counts to {2}</source>
        <translation>“{0}”每像素有 {1} 字节；电路的循环最多计到 {2}</translation>
    </message>
    <message>
        <source>instruction {0}</source>
        <translation>指令 {0}</translation>
    </message>
    <message>
        <source>clocks {0} to {1}</source>
        <translation>时钟 {0} 至 {1}</translation>
    </message>
    <message>
        <source>under way; what conflicts with it waits until its last clock is over</source>
        <translation>正在进行；与它冲突的要等到它的最后一个时钟结束</translation>
    </message>
    <message>
        <source>{0} x {1}, float32</source>
        <translation>{0} x {1}，float32</translation>
    </message>
    <message>
        <source>{0} x {1}, int8</source>
        <translation>{0} x {1}，int8</translation>
    </message>
    <message>
        <source>rows and columns of the tile</source>
        <translation>权重块的行数和列数</translation>
    </message>
    <message>
        <source>{0} x {1} x {2}</source>
        <translation>{0} x {1} x {2}</translation>
    </message>
    <message>
        <source>rows, columns and lanes of the strip</source>
        <translation>条带的行数、列数和向量通道数</translation>
    </message>
    <message>
        <source>link to the north</source>
        <translation>通往北面的链路</translation>
    </message>
    <message>
        <source>link to the east</source>
        <translation>通往东面的链路</translation>
    </message>
    <message>
        <source>link to the south</source>
        <translation>通往南面的链路</translation>
    </message>
    <message>
        <source>link to the west</source>
        <translation>通往西面的链路</translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation>信号 {0}</translation>
    </message>
    <message>
        <source>how many times it has come with what neighbours have sent</source>
        <translation>它随相邻电路发来的数据到来的次数</translation>
    </message>
    <message>
        <source>{0} GiB</source>
        <translation>{0} GiB</translation>
    </message>
    <message>
        <source>Sequencer</source>
        <translation>定序器</translation>
    </message>
    <message>
        <source>Dynamic memory</source>
        <translation>动态存储器</translation>
    </message>
    <message>
        <source>Unified buffer</source>
        <translation>统一缓冲区</translation>
    </message>
    <message>
        <source>{0} MiB</source>
        <translation>{0} MiB</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>权重通路</translation>
    </message>
    <message>
        <source>next tile</source>
        <translation>下一权重块</translation>
    </message>
    <message>
        <source>Accumulators</source>
        <translation>累加器</translation>
    </message>
    <message>
        <source>Vector unit</source>
        <translation>向量单元</translation>
    </message>
    <message>
        <source>{0} lanes, {1} strips</source>
        <translation>{0} 向量通道，{1} 条带</translation>
    </message>
    <message>
        <source>Pooling circuitry</source>
        <translation>池化电路</translation>
    </message>
    <message>
        <source>{0} line buffers, {1} x {2}</source>
        <translation>{0} 个行缓冲器，{1} x {2}</translation>
    </message>
    <message>
        <source>activations, weights</source>
        <translation>激活值、权重</translation>
    </message>
    <message>
        <source>results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>control signals</source>
        <translation>控制信号</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>rows of weights</source>
        <translation>权重行</translation>
    </message>
    <message>
        <source>weights, all at once</source>
        <translation>全部权重，一次换入</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>sums</source>
        <translation>和</translation>
    </message>
    <message>
        <source>accumulated values</source>
        <translation>累加值</translation>
    </message>
    <message>
        <source>strips, masks</source>
        <translation>条带、掩码</translation>
    </message>
    <message>
        <source>the next layer&apos;s activations</source>
        <translation>下一层的激活值</translation>
    </message>
    <message>
        <source>one pixel per clock</source>
        <translation>每时钟一个像素</translation>
    </message>
    <message>
        <source>one value per window</source>
        <translation>每个窗口一个值</translation>
    </message>
    <message>
        <source>access patterns</source>
        <translation>访问模式</translation>
    </message>
    <message>
        <source>strips</source>
        <translation>条带</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>when it takes the next instruction</source>
        <translation>何时接受下一条指令</translation>
    </message>
    <message>
        <source>into the circuit</source>
        <translation>送入电路</translation>
    </message>
    <message>
        <source>{0} bytes</source>
        <translation>{0} 字节</translation>
    </message>
    <message>
        <source>over the host interface since the start</source>
        <translation>自开始以来经过主机接口</translation>
    </message>
    <message>
        <source>back to the host</source>
        <translation>返回主机</translation>
    </message>
    <message>
        <source>matrix computation unit</source>
        <translation>矩阵计算单元</translation>
    </message>
    <message>
        <source>array</source>
        <translation>阵列</translation>
    </message>
    <message>
        <source>weight path</source>
        <translation>权重通路</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>尚无</translation>
    </message>
    <message>
        <source>next weights</source>
        <translation>下一组权重</translation>
    </message>
    <message>
        <source>none loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>accumulators</source>
        <translation>累加器</translation>
    </message>
    <message>
        <source>vector computation unit</source>
        <translation>向量计算单元</translation>
    </message>
    <message>
        <source>pooling circuitry</source>
        <translation>池化电路</translation>
    </message>
    <message>
        <source>{0} KiB</source>
        <translation>{0} KiB</translation>
    </message>
    <message>
        <source>the lowered network stops with a fault: {0}</source>
        <translation>由网络生成的程序因故障而停止：{0}</translation>
    </message>
    <message>
        <source>the report has no layer with a stride named &apos;{0}&apos;: {1}</source>
        <translation>报告中没有名为“{0}”的带步幅的层：{1}</translation>
    </message>
    <message>
        <source>there is no channel {0} of layer &apos;{1}&apos;: {2} are there</source>
        <translation>层“{1}”没有通道 {0}：共有 {2} 个</translation>
    </message>
    <message>
        <source>interrupted before the end</source>
        <translation>尚未结束就被中断</translation>
    </message>
    <message>
        <source>the machine stopped at bundle {0} by a fault, {1}: {2} (the other one is bundle {3})</source>
        <translation>机器因故障停在指令束 {0}，{1}：{2}（另一个是指令束 {3}）</translation>
    </message>
    <message>
        <source>the machine stopped at bundle {0} by a fault, {1}: {2}</source>
        <translation>机器因故障停在指令束 {0}，{1}：{2}</translation>
    </message>
    <message>
        <source>{0}: bundle {1} waits for bundle {2}</source>
        <translation>{0}：指令束 {1} 等待指令束 {2}</translation>
    </message>
    <message>
        <source>{0}: bundle {1} waits</source>
        <translation>{0}：指令束 {1} 在等待</translation>
    </message>
    <message>
        <source>an older write to {1} is not done in time before clock {0}</source>
        <translation>时钟 {0} 之前，对 {1} 的较早写入来不及完成</translation>
    </message>
    <message>
        <source>the oldest result of the {1} is not ready before clock {0}</source>
        <translation>时钟 {0} 之前{1}最早的结果未就绪</translation>
    </message>
    <message>
        <source>the DMA queue has no room before clock {0}</source>
        <translation>时钟 {0} 之前 DMA 队列没有空位</translation>
    </message>
    <message>
        <source>halt waits for transfers before clock {0}</source>
        <translation>时钟 {0} 之前 halt 等待传输</translation>
    </message>
    <message>
        <source>the {1} takes no push before clock {0}</source>
        <translation>时钟 {0} 之前{1}不接受压入</translation>
    </message>
    <message>
        <source>{1} does not reach {2} before clock {0}</source>
        <translation>时钟 {0} 之前 {1} 达不到 {2}</translation>
    </message>
    <message>
        <source>{1} is not ready before clock {0}</source>
        <translation>时钟 {0} 之前 {1} 未就绪</translation>
    </message>
    <message>
        <source>the {1} is taken until clock {0}</source>
        <translation>{1}被占用到时钟 {0}</translation>
    </message>
    <message>
        <source>what it reads is not there before clock {0}</source>
        <translation>所读的内容在时钟 {0} 之前尚未写好</translation>
    </message>
    <message>
        <source>what it writes is still read until clock {0}</source>
        <translation>所写的位置到时钟 {0} 为止仍被读取</translation>
    </message>
    <message>
        <source>an older instruction writes the same until clock {0}</source>
        <translation>较早的指令到时钟 {0} 为止写同一位置</translation>
    </message>
    <message>
        <source>the weights are on their way until clock {0}</source>
        <translation>权重在途中，到时钟 {0} 为止</translation>
    </message>
    <message>
        <source>the list of what is in flight is full until clock {0}</source>
        <translation>在途指令的列表已满，到时钟 {0} 为止</translation>
    </message>
    <message>
        <source>halt waits for what is in flight until clock {0}</source>
        <translation>halt 等待在途指令，到时钟 {0} 为止</translation>
    </message>
    <message>
        <source>nothing wrote it since clock {0}</source>
        <translation>自时钟 {0} 起没有写入过</translation>
    </message>
    <message>
        <source>it was there when the history began at clock {0}</source>
        <translation>历史从时钟 {0} 开始时已经存在</translation>
    </message>
    <message>
        <source>a hand edit at clock {0}</source>
        <translation>于时钟 {0} 手动编辑</translation>
    </message>
    <message>
        <source>a transfer that landed at clock {0}</source>
        <translation>于时钟 {0} 到达的传输</translation>
    </message>
    <message>
        <source>a transfer started by {0}, landed at clock {1}</source>
        <translation>由{0} 启动的传输，于时钟 {1} 到达</translation>
    </message>
    <message>
        <source>bundle {0} at clock {1}</source>
        <translation>指令束 {0}，于时钟 {1}</translation>
    </message>
    <message>
        <source>bundle {0} ({1})</source>
        <translation>指令束 {0} ({1})</translation>
    </message>
    <message>
        <source>granules landed; counts on {0}; the engine takes it at clock {1}</source>
        <translation>已到达的粒；计入 {0}；引擎将于时钟 {1} 接收</translation>
    </message>
    <message>
        <source>granules landed; counts on {0}; the engine took it at clock {1}</source>
        <translation>已到达的粒；计入 {0}；引擎于时钟 {1} 接收</translation>
    </message>
    <message>
        <source>the unit is taken</source>
        <translation>部件被占用</translation>
    </message>
    <message>
        <source>data is not there yet</source>
        <translation>数据尚未写好</translation>
    </message>
    <message>
        <source>data is still being read</source>
        <translation>数据仍被读取</translation>
    </message>
    <message>
        <source>an older instruction has to write first</source>
        <translation>较早的指令须先写</translation>
    </message>
    <message>
        <source>weights are on their way</source>
        <translation>权重在途中</translation>
    </message>
    <message>
        <source>too many instructions are in flight</source>
        <translation>在途指令过多</translation>
    </message>
    <message>
        <source>halt waits for what is in flight</source>
        <translation>halt 等待在途指令</translation>
    </message>
    <message>
        <source>multiplies by 1 what is kept and by 0 what is not, then takes the maximum of each window</source>
        <translation>保留的乘以 1，其余乘以 0，再取每个窗口的最大值</translation>
    </message>
    <message>
        <source>multiplies what is kept by m and the rest by 0, multiplies by 1/m, then takes the maximum of each window</source>
        <translation>保留的乘以 m，其余乘以 0，再乘以 1/m，然后取每个窗口的最大值</translation>
    </message>
    <message>
        <source>multiplies by 1 what is kept and by 0 what is not, then adds up each window</source>
        <translation>保留的乘以 1，其余乘以 0，再对每个窗口求和</translation>
    </message>
    <message>
        <source>multiplies by 1 what is kept and by 0 what is not, then adds maximum and minimum of each window, filled up with zeros</source>
        <translation>保留的乘以 1，其余乘以 0，再把每个窗口（不足处补零）的最大值与最小值相加</translation>
    </message>
    <message>
        <source>adds a number below every value to what is not kept, then takes the maximum of each window</source>
        <translation>给不保留的加上一个低于所有值的数，再取每个窗口的最大值</translation>
    </message>
    <message>
        <source>puts zeros in the place of what is not kept, then takes the maximum of each window</source>
        <translation>把不保留的换成零，再取每个窗口的最大值</translation>
    </message>
    <message>
        <source>puts zeros in the place of what is not kept, then adds up each window</source>
        <translation>把不保留的换成零，再对每个窗口求和</translation>
    </message>
    <message>
        <source>multiplies the pixels by a diagonal matrix of ones and zeros in the matrix unit, then takes the maximum of each window</source>
        <translation>在矩阵单元中用由 1 和 0 组成的对角矩阵乘像素，再取每个窗口的最大值</translation>
    </message>
    <message>
        <source>regroups blocks of pixels into channels and rearranges the weights, so that stride 1 is what is wanted</source>
        <translation>把像素块重组为通道并重排权重，使步幅 1 正是所需</translation>
    </message>
    <message>
        <source>the strided layer itself, computed by the host: what the others are compared with</source>
        <translation>带步幅的层本身，由主机计算：其他模式与它比较</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>it is the strided layer&apos;s element</source>
        <translation>就是带步幅的层的元素</translation>
    </message>
    <message>
        <source>negative lost</source>
        <translation>负数丢失</translation>
    </message>
    <message>
        <source>the maximum of a negative number and the zeros beside it is 0</source>
        <translation>负数与旁边的零取最大值得 0</translation>
    </message>
    <message>
        <source>dropped not finite</source>
        <translation>丢弃值非有限</translation>
    </message>
    <message>
        <source>0 times a dropped element that is infinite or NaN is NaN, which the window keeps</source>
        <translation>0 乘以无穷或 NaN 的丢弃元素得 NaN，窗口会保留它</translation>
    </message>
    <message>
        <source>block not finite</source>
        <translation>块值非有限</translation>
    </message>
    <message>
        <source>the matrix unit multiplies whole blocks: 0 times a pixel that is infinite or NaN is NaN</source>
        <translation>矩阵单元按整块相乘：0 乘以无穷或 NaN 的像素得 NaN</translation>
    </message>
    <message>
        <source>mask overflows</source>
        <translation>掩码溢出</translation>
    </message>
    <message>
        <source>the product with the first mask is beyond the largest number</source>
        <translation>与第一掩码的乘积超出最大数</translation>
    </message>
    <message>
        <source>mask rounds</source>
        <translation>掩码舍入</translation>
    </message>
    <message>
        <source>the products with both masks are rounded to another number</source>
        <translation>与两个掩码的乘积舍入成了另一个数</translation>
    </message>
    <message>
        <source>lowest not low</source>
        <translation>最低值不够低</translation>
    </message>
    <message>
        <source>+infinity or NaN at a dropped element plus -infinity is NaN</source>
        <translation>丢弃元素处的 +无穷或 NaN 加上 -无穷得 NaN</translation>
    </message>
    <message>
        <source>other order</source>
        <translation>顺序不同</translation>
    </message>
    <message>
        <source>the same products are added in another order, and each sum is rounded</source>
        <translation>同样的乘积按另一顺序相加，且每次求和都舍入</translation>
    </message>
    <message>
        <source>zero times infinity</source>
        <translation>零乘无穷</translation>
    </message>
    <message>
        <source>a dropped element that is infinite or NaN becomes NaN when it is multiplied by 0, and the window keeps that</source>
        <translation>无穷或 NaN 的丢弃元素乘以 0 变成 NaN，窗口会保留它</translation>
    </message>
    <message>
        <source>negatives are lost</source>
        <translation>负数会丢失</translation>
    </message>
    <message>
        <source>the maximum of a negative number and the zeros beside it is 0; a window of one element keeps it</source>
        <translation>负数与旁边的零取最大值得 0；只有一个元素的窗口会保留它</translation>
    </message>
    <message>
        <source>no value is negative</source>
        <translation>没有负值</translation>
    </message>
    <message>
        <source>the maximum of a number that is not negative and zeros is the number</source>
        <translation>非负数与零取最大值就是该数</translation>
    </message>
    <message>
        <source>windows of one element</source>
        <translation>单元素窗口</translation>
    </message>
    <message>
        <source>every window holds the one element that is kept, and no zeros</source>
        <translation>每个窗口只有被保留的那个元素，没有零</translation>
    </message>
    <message>
        <source>negatives share the code of zero</source>
        <translation>负数与零同码</translation>
    </message>
    <message>
        <source>requantisation gives every negative number the code of 0</source>
        <translation>重新量化给每个负数 0 的编码</translation>
    </message>
    <message>
        <source>the inverse is rounded</source>
        <translation>倒数经过舍入</translation>
    </message>
    <message>
        <source>m is not a power of two of at least 1, so that v * m * 1/m may be another number than v</source>
        <translation>m 不是不小于 1 的 2 的幂，所以 v * m * 1/m 可能不等于 v</translation>
    </message>
    <message>
        <source>the first mask may overflow</source>
        <translation>第一掩码可能溢出</translation>
    </message>
    <message>
        <source>v * m may be beyond the largest number</source>
        <translation>v * m 可能超出最大数</translation>
    </message>
    <message>
        <source>infinity minus infinity</source>
        <translation>无穷减无穷</translation>
    </message>
    <message>
        <source>below every value</source>
        <translation>低于所有值</translation>
    </message>
    <message>
        <source>what is dropped is below every value that is kept, so that it never wins</source>
        <translation>丢弃的低于所有保留的值，因此永不胜出</translation>
    </message>
    <message>
        <source>one addend is not zero</source>
        <translation>只有一个加数不为零</translation>
    </message>
    <message>
        <source>a number plus zeros is the number</source>
        <translation>一个数加零就是该数</translation>
    </message>
    <message>
        <source>maximum and minimum of a number and zeros</source>
        <translation>一个数与零的最大值和最小值</translation>
    </message>
    <message>
        <source>one of them is the number and the other is 0, if the window holds a zero; the padding sees to that</source>
        <translation>若窗口含零，其中一个是该数，另一个是 0；填充保证了这一点</translation>
    </message>
    <message>
        <source>integers may be added in any order</source>
        <translation>整数可按任意顺序相加</translation>
    </message>
    <message>
        <source>the same products are added, in another order</source>
        <translation>同样的乘积按另一顺序相加</translation>
    </message>
    <message>
        <source>another order of additions</source>
        <translation>加法顺序不同</translation>
    </message>
    <message>
        <source>the layer itself</source>
        <translation>层本身</translation>
    </message>
    <message>
        <source>nothing is lowered</source>
        <translation>没有转换</translation>
    </message>
    <message>
        <source>layer &apos;{0}&apos; has no element {1}: {2}</source>
        <translation>层“{0}”没有元素 {1}：{2}</translation>
    </message>
    <message>
        <source>the report has no convolution or dense layer named &apos;{0}&apos;: {1}</source>
        <translation>报告中没有名为“{0}”的卷积层或全连接层：{1}</translation>
    </message>
    <message>
        <source>activation {0}</source>
        <translation>激活函数 {0}</translation>
    </message>
    <message>
        <source>values of the first tensor may be anything, NaN included</source>
        <translation>第一张量的值可以是任意值，包括 NaN</translation>
    </message>
    <message>
        <source>values of the first tensor lie between {0} and {1}</source>
        <translation>第一张量的值在 {0} 与 {1} 之间</translation>
    </message>
    <message>
        <source>sums may wrap</source>
        <translation>和可能回绕</translation>
    </message>
    <message>
        <source>requantised with the code {0} for 0</source>
        <translation>重新量化，以编码 {0} 表示 0</translation>
    </message>
    <message>
        <source>no 32-bit integer is far enough below values from {0} to {1}</source>
        <translation>没有 32 位整数足够低于 {0} 到 {1} 的值</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a range of the input: {1}</source>
        <translation>“{0}”不是输入的范围：{1}</translation>
    </message>
    <message>
        <source>element {0} of the input is {1}, outside the range from {2} to {3}</source>
        <translation>输入的元素 {0} 为 {1}，超出范围 {2} 到 {3}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; needs a pooling window of {2}, {3} has {4}: take a machine with a larger &quot;poolWindow&quot;, or for a convolution the mode space-to-depth</source>
        <translation>{0}“{1}”需要 {2} 的池化窗口，{3} 有 {4}：请换用 &quot;poolWindow&quot; 更大的机器，卷积也可用 space-to-depth 模式</translation>
    </message>
    <message>
        <source>{0}: this picture cannot be read: {1}</source>
        <translation>{0}：无法读取此图片：{1}</translation>
    </message>
    <message>
        <source>the program has no file called &apos;{0}&apos;</source>
        <translation>程序没有名为“{0}”的文件</translation>
    </message>
    <message>
        <source>no bundle comes from line {0} of {1}; the next line that has one is {2}</source>
        <translation>{1} 的第 {0} 行没有产生指令束；下一个有指令束的行是第 {2} 行</translation>
    </message>
    <message>
        <source>no bundle comes from line {0} of {1} or from any line below it</source>
        <translation>{1} 的第 {0} 行及其以下各行都没有产生指令束</translation>
    </message>
    <message>
        <source>scalar ALUs</source>
        <translation>标量 ALU</translation>
    </message>
    <message>
        <source>branch unit</source>
        <translation>分支单元</translation>
    </message>
    <message>
        <source>scalar memory port</source>
        <translation>标量存储器端口</translation>
    </message>
    <message>
        <source>clock counter</source>
        <translation>时钟计数器</translation>
    </message>
    <message>
        <source>vector ALUs</source>
        <translation>向量 ALU</translation>
    </message>
    <message>
        <source>vector load port</source>
        <translation>向量加载端口</translation>
    </message>
    <message>
        <source>vector store port</source>
        <translation>向量存储端口</translation>
    </message>
    <message>
        <source>vector to scalar path</source>
        <translation>向量到标量通路</translation>
    </message>
    <message>
        <source>sequencer</source>
        <translation>定序器</translation>
    </message>
    <message>
        <source>there is no tensor &apos;{0}&apos; above this line</source>
        <translation>此行以上没有张量“{0}”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has more than {1} elements</source>
        <translation>“{0}”的元素多于 {1} 个</translation>
    </message>
    <message>
        <source>VLIW training chip</source>
        <translation>VLIW 训练芯片</translation>
    </message>
    <message>
        <source>inference circuit</source>
        <translation>推理电路</translation>
    </message>
    <message>
        <source>wrong number of operands for &apos;{0}&apos;; usage: {1}</source>
        <translation>“{0}”的操作数个数不对；用法：{1}</translation>
    </message>
    <message>
        <source>index {0} is out of range</source>
        <translation>下标 {0} 超出范围</translation>
    </message>
    <message>
        <source>there are more than {0} results</source>
        <translation>结果多于 {0} 个</translation>
    </message>
    <message>
        <source>the report does not match this program: it differs in {0}</source>
        <translation>报告与该程序不符：{0}不同</translation>
    </message>
    <message>
        <source>the schema is &quot;{0}&quot;, not &quot;lanewright workload&quot;</source>
        <translation>schema 为“{0}”，而不是“lanewright workload”</translation>
    </message>
    <message>
        <source>this workload has the version {0}; this program reads up to version {1}</source>
        <translation>此工作负载的版本是 {0}；本程序最多可读版本 {1}</translation>
    </message>
    <message>
        <source>not a list of cores: &quot;{0}&quot;</source>
        <translation>不是核的列表：“{0}”</translation>
    </message>
    <message>
        <source>no core of the workload has a program</source>
        <translation>此工作负载中没有任何核有程序</translation>
    </message>
    <message>
        <source>there is no core {0}: {1} has {2}</source>
        <translation>没有核 {0}：{1} 有 {2} 个</translation>
    </message>
    <message>
        <source>core {0} is given a second program</source>
        <translation>核 {0} 被指定了第二个程序</translation>
    </message>
    <message>
        <source>core {0} of {1} is given no program</source>
        <translation>{1} 的核 {0} 没有被指定程序</translation>
    </message>
    <message>
        <source>the cores are of &quot;{0}&quot;, this program is for another chip: {1}</source>
        <translation>这些核属于“{0}”，此程序用于另一种芯片：{1}</translation>
    </message>
    <message>
        <source>{0} is a workload, where a program is expected</source>
        <translation>{0} 是工作负载，而此处应为程序</translation>
    </message>
    <message>
        <source>&quot;cores&quot; does not say the &quot;{0}&quot; between them</source>
        <translation>&quot;cores&quot; 没有说明核之间的“{0}”</translation>
    </message>
    <message>
        <source>{0} clocks at {1} bytes in {2} clocks are too much under way at once; this program keeps {3} bytes</source>
        <translation>{0} 个时钟、每 {2} 个时钟 {1} 字节，同时在途的数据过多；本程序最多保存 {3} 字节</translation>
    </message>
    <message>
        <source>at most {0} per clock, latency {1}</source>
        <translation>每时钟最多 {0}，延迟 {1}</translation>
    </message>
    <message>
        <source>at most {0} in {1} clocks, latency {2}</source>
        <translation>每 {1} 个时钟最多 {0}，延迟 {2}</translation>
    </message>
    <message>
        <source>{0} to {1}: a signal of bundle {2}</source>
        <translation>{0} 到 {1}：指令束 {2} 的信号</translation>
    </message>
    <message>
        <source>{0} to {1}: {2} of bundle {3}</source>
        <translation>{0} 到 {1}：指令束 {3} 的 {2}</translation>
    </message>
    <message>
        <source>a signal to {0}</source>
        <translation>发往 {0} 的信号</translation>
    </message>
    <message>
        <source>a signal from {0}</source>
        <translation>来自 {0} 的信号</translation>
    </message>
    <message>
        <source>granules that have left; the engine takes it at clock {0}</source>
        <translation>已发出的粒；引擎将于时钟 {0} 接收</translation>
    </message>
    <message>
        <source>granules that have left; the engine took it at clock {0}</source>
        <translation>已发出的粒；引擎于时钟 {0} 接收</translation>
    </message>
    <message>
        <source>Ways</source>
        <translation>通路</translation>
    </message>
    <message>
        <source>signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>to the neighbours</source>
        <translation>发往相邻电路</translation>
    </message>
    <message>
        <source>over the links since the start</source>
        <translation>自开始以来经链路发送</translation>
    </message>
    <message>
        <source>signal {0} has come {1} of {2} times; instruction {3} of {4} sends it</source>
        <translation>信号 {0} 应到来 {2} 次，现已 {1} 次；由 {4} 的第 {3} 条指令发送</translation>
    </message>
    <message>
        <source>signal {0} has come {1} of {2} times; nobody sends it</source>
        <translation>信号 {0} 应到来 {2} 次，现已 {1} 次；没有电路发送它</translation>
    </message>
    <message>
        <source>an array of {0} x {1}; there can be {2} cores in all</source>
        <translation>{0} × {1} 的阵列；总共最多 {2} 个核</translation>
    </message>
    <message>
        <source>engine to other cores</source>
        <translation>发往其他核的引擎</translation>
    </message>
    <message>
        <source>signal {0} has come {1} of {2} times; nobody sends it again</source>
        <translation>信号 {0} 应到来 {2} 次，现已 {1} 次；没有电路会再发送它</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>bytes for neighbours</source>
        <translation>发往相邻电路的字节</translation>
    </message>
    <message>
        <source>bytes of neighbours</source>
        <translation>来自相邻电路的字节</translation>
    </message>
    <message>
        <source>signals of neighbours</source>
        <translation>来自相邻电路的信号</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; has no neighbour to send to on {1} (instruction {2})</source>
        <translation>“{0}”在 {1} 上没有可发往的相邻电路（指令 {2}）</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; waits for ever on {1}; sends of that signal to there: {2} (instruction {3})</source>
        <translation>“{0}”在 {1} 上永远等待；发往该处的此信号次数：{2}（指令 {3}）</translation>
    </message>
    <message>
        <source>there is no core &quot;{0}&quot;; there are {1} to {2}</source>
        <translation>没有核“{0}”；有 {1} 到 {2}</translation>
    </message>
    <message>
        <source>concat &quot;{0}&quot;: &quot;{1}&quot; has the shape {2}, &quot;{3}&quot; has {4}; only their {5} may differ</source>
        <translation>concat“{0}”：“{1}”的形状为 {2}，“{3}”的形状为 {4}；只有 {5} 可以不同</translation>
    </message>
    <message>
        <source>concat &quot;{0}&quot;: 0 is the code {2} in &quot;{1}&quot; and {4} in &quot;{3}&quot;</source>
        <translation>concat“{0}”：0 在“{1}”中的编码是 {2}，在“{3}”中是 {4}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: there is no extent {1} in {2}</source>
        <translation>“{0}”：{2} 中没有第 {1} 维</translation>
    </message>
    <message>
        <source>{0}: there is no layer &quot;{1}&quot; after which to cut{2}</source>
        <translation>{0}：没有可在其后截断的层“{1}”{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: &quot;{1}&quot; has the shape {2}, &quot;{3}&quot; has {4}</source>
        <translation>“{0}”：“{1}”的形状是 {2}，“{3}”的是 {4}</translation>
    </message>
    <message>
        <source>reshape &quot;{0}&quot;: the shape {1} does not hold the elements of &quot;{2}&quot;, {3}</source>
        <translation>reshape“{0}”：形状 {1} 放不下“{2}”（{3}）的元素</translation>
    </message>
    <message>
        <source>transpose &quot;{0}&quot;: &quot;order&quot; must list each extent of &quot;{1}&quot;, {2}, once</source>
        <translation>transpose“{0}”：“order”必须把“{1}”（{2}）的每一维各列出一次</translation>
    </message>
    <message>
        <source>the network needs {0} bytes of {1}, {2} has {3}; {4}</source>
        <translation>网络需要 {0} 字节的 {1}，{2} 有 {3}；{4}</translation>
    </message>
    <message>
        <source>what comes after &quot;{0}&quot; fits: --from {1}</source>
        <translation>“{0}”之后的部分放得下：--from {1}</translation>
    </message>
    <message>
        <source>{4} &quot;{0}&quot;: {1} of &quot;{2}&quot;, {3}</source>
        <translation>{4}“{0}”：{1}，“{2}”，{3}</translation>
    </message>
    <message>
        <source>resample &quot;{0}&quot;: {1} indices do not fit weights of shape {2}</source>
        <translation>resample“{0}”：{1} 个下标与形状为 {2} 的权重不符</translation>
    </message>
    <message>
        <source>the network reads {0} of shape {1}, the input has {2} of shape {3}; {4}</source>
        <translation>网络读取形状为 {1} 的 {0}，输入是形状为 {3} 的 {2}；{4}</translation>
    </message>
    <message>
        <source>the input has the shape {0}, which fits {1} only with its channels first: say --layout nchw</source>
        <translation>输入的形状为 {0}，只有通道在前时才符合 {1}：请指定 --layout nchw</translation>
    </message>
    <message>
        <source>the input has the shape {0}, in which channels may be first or last: say --layout nchw or --layout nhwc</source>
        <translation>输入的形状为 {0}，通道可能在前也可能在后：请指定 --layout nchw 或 --layout nhwc</translation>
    </message>
    <message>
        <source>--layout nchw: the input has the shape {0}, not {1}</source>
        <translation>--layout nchw：输入的形状为 {0}，不是 {1}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; of the input: {1}</source>
        <translation>输入的“{0}”：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be read as names of classes: {1}</source>
        <translation>{0} 不能作为类别名称读取：{1}</translation>
    </message>
    <message>
        <source>{0} names {1} classes, the output has the shape {2}</source>
        <translation>{0} 列出了 {1} 个类别，输出的形状为 {2}</translation>
    </message>
    <message>
        <source>element {0} of the input is not a number</source>
        <translation>输入的元素 {0} 不是数</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: {1} {2} for {3}</source>
        <translation>“{0}”：{1} {2}，用于 {3}</translation>
    </message>
    <message>
        <source>{0} cannot begin after &quot;{1}&quot;: &quot;{2}&quot; needs a second value from before, &quot;{3}&quot;; {4}</source>
        <translation>{0} 不能从“{1}”之后开始：“{2}”还需要之前的另一个值“{3}”；{4}</translation>
    </message>
    <message>
        <source>{0} cannot begin after &quot;{1}&quot;: no output is computed from it</source>
        <translation>{0} 不能从“{1}”之后开始：没有输出由它算出</translation>
    </message>
    <message>
        <source>{0} cannot begin after &quot;{1}&quot;: {2}</source>
        <translation>{0} 不能从“{1}”之后开始：{2}</translation>
    </message>
    <message>
        <source>the network before it: {0}</source>
        <translation>它之前的网络：{0}</translation>
    </message>
    <message>
        <source>the network after that: {0}</source>
        <translation>其后的网络：{0}</translation>
    </message>
    <message>
        <source>the network after that begins at &quot;{0}&quot;, once the file states the shape of it: onnx.shape_inference.infer_shapes writes shapes</source>
        <translation>其后的网络从“{0}”开始，但文件须先写明它的形状：onnx.shape_inference.infer_shapes 会写入形状</translation>
    </message>
    <message>
        <source>{0}: operators that are not supported: {1}; the first is of the node &quot;{2}&quot;</source>
        <translation>{0}：不支持的算子：{1}；第一个属于节点“{2}”</translation>
    </message>
    <message>
        <source>there is no part {0}: the network is {1} now</source>
        <translation>没有部分 {0}：网络现在是 {1}</translation>
    </message>
    <message>
        <source>{0} layers</source>
        <translation>{0} 层</translation>
    </message>
    <message>
        <source>block of {0} layers</source>
        <translation>{0} 层的块</translation>
    </message>
    <message>
        <source>its values have {0} extents; the circuit holds images and lists</source>
        <translation>它的值有 {0} 个维度；电路只能存放图像和列表</translation>
    </message>
    <message>
        <source>both values are repeated; the circuit can repeat one of them</source>
        <translation>两个值都要重复；电路只能重复其中一个</translation>
    </message>
    <message>
        <source>the matrix unit multiplies int8; requantise what it reads</source>
        <translation>矩阵单元只乘 int8；请先重新量化它读取的值</translation>
    </message>
    <message>
        <source>the value that is divided is repeated; the circuit can repeat the divisor</source>
        <translation>被除数要重复；电路只能重复除数</translation>
    </message>
    <message>
        <source>the vector unit has no such function</source>
        <translation>向量单元没有这个函数</translation>
    </message>
    <message>
        <source>what it moves is there already</source>
        <translation>它移动的值已经在主机上</translation>
    </message>
    <message>
        <source>{0}: {1} &quot;{2}&quot; cannot be int8: {3}</source>
        <translation>{0}：{1}“{2}”无法变为 int8：{3}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is {1} at element {2} of item {3} of the data</source>
        <translation>数据第 {3} 项中“{0}”的第 {2} 个元素是 {1}</translation>
    </message>
    <message>
        <source>there is nothing in the input</source>
        <translation>输入是空的</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is so near to 0 for all of the data that its sums have no scale in int8</source>
        <translation>“{0}”对所有数据都太接近 0，其和在 int8 中没有可用的比例</translation>
    </message>
    <message>
        <source>&quot;{0}&quot;: sums of int8 products could leave int32</source>
        <translation>“{0}”：int8 乘积之和可能超出 int32</translation>
    </message>
    <message>
        <source>{0} is an int8 network already</source>
        <translation>{0} 已经是 int8 网络</translation>
    </message>
    <message>
        <source>weights or biases of &quot;{0}&quot; are not finite</source>
        <translation>“{0}”的权重或偏置不是有限数</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; at the end is left out; the output is &quot;{2}&quot;</source>
        <translation>末尾的 {0}“{1}”被略去；输出是“{2}”</translation>
    </message>
    <message>
        <source>from bundle {0} on other values stand where layer &apos;{1}&apos; had its input</source>
        <translation>从第 {0} 个指令束起，层“{1}”的输入所在处已是别的值</translation>
    </message>
    <message>
        <source>{0}: the output &quot;{1}&quot; is constant, of {2}; it is given as float32</source>
        <translation>{0}：输出“{1}”是 {2} 类型的常量，按 float32 给出</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; and &quot;{1}&quot;, which meet in &quot;{2}&quot;, have different scales</source>
        <translation>在“{2}”中汇合的“{0}”与“{1}”的比例不同</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be masked: {2}</source>
        <translation>{0}“{1}”不能加掩码：{2}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; reads as its {2} &quot;{3}&quot;, which {4}</source>
        <translation>{0}“{1}”读取“{3}”作为 {2}：{4}</translation>
    </message>
    <message>
        <source>select &quot;{0}&quot;: &quot;fill&quot; has no code, as the scale of &quot;{1}&quot; is not known</source>
        <translation>select“{0}”：“fill”没有对应的编码，因为“{1}”的比例未知</translation>
    </message>
    <message>
        <source>the input &quot;{0}&quot; is not an image but {1}</source>
        <translation>输入“{0}”不是图像，而是 {1}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; is not local: {2}</source>
        <translation>{0}“{1}”不是局部的：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; depends on too many elements of the input, or in too many different ways</source>
        <translation>“{0}”依赖于输入中过多的元素，或依赖方式过多</translation>
    </message>
    <message>
        <source>instructions {0} and {1} are both launch</source>
        <translation>指令 {0} 和 {1} 都是 launch</translation>
    </message>
    <message>
        <source>the program runs once: it has no tiles</source>
        <translation>程序只运行一次：它没有图块</translation>
    </message>
    <message>
        <source>there is no tile {0}</source>
        <translation>没有图块 {0}</translation>
    </message>
    <message>
        <source>the next launch is starting</source>
        <translation>下一次启动正在开始</translation>
    </message>
    <message>
        <source>the host interface starts the next launch at clock {0}</source>
        <translation>主机接口在时钟 {0} 开始下一次启动</translation>
    </message>
    <message>
        <source>the picture needs {0} bytes of the host&apos;s memory, {2} reaches {1}: {3} for the program, {4} for descriptors, {5} for masks, {6} for the picture, {7} for the output</source>
        <translation>图像需要 {0} 字节的主机内存，{2} 只能访问 {1}：程序 {3}，描述符 {4}，掩码 {5}，图像 {6}，输出 {7}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; of the plan is {1}, but for this network, picture and tile it is {2}</source>
        <translation>计划中的“{0}”为 {1}，但对于此网络、图像和图块应为 {2}</translation>
    </message>
    <message>
        <source>tile {0} of the plan has {1} {2}, {3}</source>
        <translation>计划中图块 {0} 的 {1} 为 {2}：{3}</translation>
    </message>
    <message>
        <source>the input &quot;{0}&quot; has no size of its own</source>
        <translation>输入“{0}”没有自己的大小</translation>
    </message>
    <message>
        <source>its weights are not all finite, and the zeros around an image times them are not 0</source>
        <translation>它的权重并非都是有限数，图像周围的零与之相乘不为 0</translation>
    </message>
    <message>
        <source>the output has no element {0}: it has {1} rows and {2} columns</source>
        <translation>输出没有元素 {0}：它有 {1} 行 {2} 列</translation>
    </message>
    <message>
        <source>{0} {1} that a circuit needs of its neighbour are more than the {2} that the neighbour has of a tile of {3}</source>
        <translation>一个电路需要从相邻电路取得 {0} 个{1}，而在大小为 {3} 的图块中，相邻电路只有 {2} 个</translation>
    </message>
    <message>
        <source>{0} of the plan are not {1} apart everywhere, and the machine is an array</source>
        <translation>计划中的{0}并非处处相距 {1}，而机器是一个阵列</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; cannot make {4} pixels of the {2} channels of &quot;{1}&quot;</source>
        <translation>“{0}”不能把“{1}”的 {2} 个通道变成 {4} 个像素</translation>
    </message>
    <message>
        <source>{0} cannot be a picture, which is [rows, columns] or [rows, columns, 1 to 4 channels]</source>
        <translation>{0} 不能成为图片：图片的形状为 [行, 列] 或 [行, 列, 1 至 4 个通道]</translation>
    </message>
    <message>
        <source>the host computes a part of this network, so that no program runs all its tiles</source>
        <translation>主机计算此网络的一部分，因此没有一个程序能运行其全部图块</translation>
    </message>
    <message>
        <source>tiles over time are those of one program, and the host computes a part of this network</source>
        <translation>图块时间线显示一个程序的运行，而此网络的一部分由主机计算</translation>
    </message>
    <message>
        <source>there is no channel {0} of &apos;{1}&apos;: {2} are there</source>
        <translation>“{1}”没有通道 {0}：共有 {2} 个</translation>
    </message>
    <message>
        <source>clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>from the host {0}</source>
        <translation>来自主机 {0}</translation>
    </message>
    <message>
        <source>to the host {0}</source>
        <translation>送往主机 {0}</translation>
    </message>
    <message>
        <source>to neighbours</source>
        <translation>发往相邻电路</translation>
    </message>
    <message>
        <source>to neighbours {0}</source>
        <translation>发往相邻电路 {0}</translation>
    </message>
    <message>
        <source>tile</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>no tile: only hands on</source>
        <translation>无图块：仅转发</translation>
    </message>
    <message>
        <source>constants</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>from the host</source>
        <translation>来自主机</translation>
    </message>
    <message>
        <source>to the host</source>
        <translation>送往主机</translation>
    </message>
    <message>
        <source>to a neighbour</source>
        <translation>发往相邻电路</translation>
    </message>
    <message>
        <source>waits for the host</source>
        <translation>等待主机</translation>
    </message>
    <message>
        <source>waits for neighbours</source>
        <translation>等待相邻电路</translation>
    </message>
    <message>
        <source>waits for the next launch</source>
        <translation>等待下一次启动</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot read what is kept of another tile: {2}</source>
        <translation>{0}“{1}”无法读取另一图块保留的内容：{2}</translation>
    </message>
    <message>
        <source>a tile of {0} is not a multiple of the network&apos;s alignment, {1}</source>
        <translation>{0} 的图块不是网络对齐量 {1} 的倍数</translation>
    </message>
    <message>
        <source>tiles that keep {0} are masked; they have no mode {1}</source>
        <translation>保留 {0} 的图块使用掩码；没有 {1} 模式</translation>
    </message>
    <message>
        <source>tiles that keep columns for the next one are not for other runtimes</source>
        <translation>为下一图块保留列的图块不能用于其他运行时</translation>
    </message>
    <message>
        <source>only one program of a whole network can keep columns; the host computes a part of this one</source>
        <translation>只有整个网络为一个程序时才能保留列；此网络有一部分由主机计算</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be shared layer by layer: {2}</source>
        <translation>{0}“{1}”不能逐层共享：{2}</translation>
    </message>
    <message>
        <source>the clocks of this program cannot be told: instruction {0} of {1}: {2}</source>
        <translation>无法算出这个程序的时钟数：{1} 的指令 {0}：{2}</translation>
    </message>
    <message>
        <source>circuits of an array share what tiles need, and the machine is one circuit</source>
        <translation>图块所需内容由阵列中的电路共享，而此机器只有一个电路</translation>
    </message>
    <message>
        <source>a tile of circuits that share layers is on all of them, and no program of one is it</source>
        <translation>共享各层的电路共同计算一个图块，没有哪个电路的程序单独计算一个图块</translation>
    </message>
    <message>
        <source>no size of a tile makes progress for this network and picture</source>
        <translation>对此网络和图像，任何图块大小都无法向前推进</translation>
    </message>
    <message>
        <source>the network gives {0}, which no tile computes: {1}</source>
        <translation>网络输出了 {0}，但没有图块计算它：{1}</translation>
    </message>
    <message>
        <source>the plan is of version {0}; this program reads version {1}</source>
        <translation>该计划的版本为 {0}；本程序读取版本 {1}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; has no backward pass: {2}</source>
        <translation>{0}“{1}”没有反向传播：{2}</translation>
    </message>
    <message>
        <source>there is no &quot;{0}&quot; to be asked what if; there are: {1}</source>
        <translation>没有可以假设的“{0}”；可用的有：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be &quot;{1}&quot;: {2}</source>
        <translation>{0} 不能是“{1}”：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; cannot be kept by {1}: {2}</source>
        <translation>“{0}”不能以 {1} 方式保留：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; has the shape {1}, which does not lie in rows of VMEM</source>
        <translation>“{0}”的形状为 {1}，不能按 VMEM 的行存放</translation>
    </message>
    <message>
        <source>nothing says how many images a batch has</source>
        <translation>没有说明一个批次有多少幅图像</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be trained on the training chip: {2}</source>
        <translation>{0}“{1}”不能在训练芯片上训练：{2}</translation>
    </message>
    <message>
        <source>a batch of {0} images does not fill vector registers of {1}: take {2}</source>
        <translation>{0} 幅图像的批次不能填满 {1} 行的向量寄存器：请取 {2}</translation>
    </message>
    <message>
        <source>the step needs {0} bytes of vector memory, {1} has {2}; the largest tensor is {3} of &quot;{4}&quot;: {5} bytes</source>
        <translation>该训练步需要 {0} 字节的向量存储器，{1} 有 {2}；最大的张量是“{4}”的 {3}：{5} 字节</translation>
    </message>
    <message>
        <source>the program has {0} bundles, {1} holds {2}</source>
        <translation>程序有 {0} 个指令束，{1} 可容纳 {2} 个</translation>
    </message>
    <message>
        <source>{0} are {1}, the network takes {2}</source>
        <translation>{0} 为 {1}，网络需要 {2}</translation>
    </message>
    <message>
        <source>there are {0} images, a batch has {1}</source>
        <translation>共有 {0} 幅图像，一个批次有 {1} 幅</translation>
    </message>
    <message>
        <source>an int8 network is not trained</source>
        <translation>int8 网络不能训练</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; does not say how it is trained</source>
        <translation>“{0}”没有说明如何训练</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be trained: {2}</source>
        <translation>{0}“{1}”不能训练：{2}</translation>
    </message>
    <message>
        <source>the {0} of &quot;{1}&quot; must be a layer of its own to be trained</source>
        <translation>“{1}”的 {0} 必须是单独的一层才能训练</translation>
    </message>
    <message>
        <source>the loss softmax_cross_entropy needs one number for each class; &quot;{0}&quot; has the shape {1}</source>
        <translation>损失 softmax_cross_entropy 需要每个类别一个数；“{0}”的形状为 {1}</translation>
    </message>
    <message>
        <source>{0} have the shape {1} and the type {2}; this network takes {3} of the type {4}</source>
        <translation>{0} 的形状为 {1}，类型为 {2}；此网络需要 {3}，类型为 {4}</translation>
    </message>
    <message>
        <source>{0} number {1} of image {2} is {3}</source>
        <translation>第 {2} 幅图像的 {0} 第 {1} 个数是 {3}</translation>
    </message>
    <message>
        <source>label number {0} is {1}, but the network tells {2} classes apart, from 0 on</source>
        <translation>第 {0} 个标签是 {1}，但网络只区分从 0 开始的 {2} 个类别</translation>
    </message>
    <message>
        <source>batch_norm &quot;{0}&quot; sees one number for each channel</source>
        <translation>batch_norm“{0}”的每个通道只有一个数</translation>
    </message>
    <message>
        <source>add &quot;{0}&quot; is trained with values of one shape; &quot;{1}&quot; has {2}, &quot;{3}&quot; {4}</source>
        <translation>训练时 add“{0}”的各值形状必须相同；“{1}”为 {2}，“{3}”为 {4}</translation>
    </message>
    <message>
        <source>leaky_relu &quot;{0}&quot; with alpha {1} cannot be trained</source>
        <translation>alpha 为 {1} 的 leaky_relu“{0}”不能训练</translation>
    </message>
    <message>
        <source>model, S0</source>
        <translation>模型，S0</translation>
    </message>
    <message>
        <source>model, S1</source>
        <translation>模型，S1</translation>
    </message>
    <message>
        <source>model, S2</source>
        <translation>模型，S2</translation>
    </message>
    <message>
        <source>chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>tensor engine</source>
        <translation>张量引擎</translation>
    </message>
    <message>
        <source>vector engine</source>
        <translation>向量引擎</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>stores</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>HBM</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>搬运</translation>
    </message>
    <message>
        <source>update of the parameters</source>
        <translation>参数更新</translation>
    </message>
    <message>
        <source>products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>products again</source>
        <translation>乘积（重计算）</translation>
    </message>
    <message>
        <source>vector work</source>
        <translation>向量运算</translation>
    </message>
    <message>
        <source>vector work again</source>
        <translation>向量运算（重计算）</translation>
    </message>
    <message>
        <source>from HBM</source>
        <translation>读自 HBM</translation>
    </message>
    <message>
        <source>to HBM</source>
        <translation>写入 HBM</translation>
    </message>
    <message>
        <source>values that are stored as {0} are only modelled: programs and modules store float32</source>
        <translation>以 {0} 存储的值只能建模：程序和模块存储 float32</translation>
    </message>
    <message>
        <source>circuits of an array cannot keep rows for the tiles below</source>
        <translation>阵列中的电路无法为下方的图块保留行</translation>
    </message>
    <message>
        <source>circuits that share layers have parts of one tile, which keep nothing for the next one</source>
        <translation>共享层的电路各有同一图块的一部分，不为下一图块保留任何内容</translation>
    </message>
    <message>
        <source>a tile of {0} is too small for this network: {1} is the least</source>
        <translation>图块大小 {0} 对此网络太小：最小为 {1}</translation>
    </message>
    <message>
        <source>a tile of {0} x {1} is too large: {2}</source>
        <translation>图块 {0} x {1} 太大：{2}</translation>
    </message>
    <message>
        <source>a picture of {0} cannot be cut exactly into tiles of {1}, whose starts are multiples of {2}: one of {3} can</source>
        <translation>大小为 {0} 的图像不能恰好切成大小为 {1}、起点为 {2} 的倍数的图块：{3} 可以</translation>
    </message>
    <message>
        <source>{0} {1}, which no tile of a picture knows</source>
        <translation>{0} {1}，而图像的任何图块都不知道这些</translation>
    </message>
    <message>
        <source>without tiles the circuit gives {0} elements that are not those of the reference</source>
        <translation>不分块时电路给出 {0} 个与参考实现不同的元素</translation>
    </message>
    <message>
        <source>a tile that reads what other tiles have kept cannot run alone</source>
        <translation>读取其他图块所保留内容的图块不能单独运行</translation>
    </message>
    <message>
        <source>{0} reads the {1} of &quot;{2}&quot; in rows {3} to {4} of vector memory, which was released after {5}</source>
        <translation>{0} 读取位于向量存储器第 {3} 至 {4} 行的“{2}”的{1}，而它在 {5} 之后已被释放</translation>
    </message>
    <message>
        <source>the host computes a part of this network, so that an array cannot run its tiles</source>
        <translation>此网络有一部分由主机计算，因此阵列无法运行其图块</translation>
    </message>
    <message>
        <source>with {0} x {1} they meet, where rows and columns are multiples of {2}: crop or pad the picture</source>
        <translation>{0} x {1} 时二者相符，此时行数和列数是 {2} 的倍数：请裁剪或填充图像</translation>
    </message>
    <message>
        <source>the folder {0} has a file {1} that would be overwritten: {2}</source>
        <translation>文件夹 {0} 中的文件 {1} 会被覆盖：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; cannot be computed by im2col: {1}</source>
        <translation>“{0}”不能用 im2col 计算：{1}</translation>
    </message>
    <message>
        <source>The file must be JSON as of RFC 8259: double quotes, no comments, no comma after the last element.</source>
        <translation>文件必须是 RFC 8259 规定的 JSON：双引号，没有注释，最后一个元素后没有逗号。</translation>
    </message>
    <message>
        <source>Readers of JSON disagree about which of the two counts, so neither does. Remove one of them.</source>
        <translation>各种 JSON 读取程序对取哪一个意见不一，因此两个都不算。请去掉其中之一。</translation>
    </message>
    <message>
        <source>No file of this program is nested so deeply; the limit keeps a damaged file from using up the stack.</source>
        <translation>本程序的文件不会嵌套这么深；此上限使损坏的文件不会耗尽栈。</translation>
    </message>
    <message>
        <source>No file of this program has that many values; the limit keeps a damaged file from using up memory.</source>
        <translation>本程序的文件不会有这么多值；此上限使损坏的文件不会耗尽内存。</translation>
    </message>
    <message>
        <source>Unknown keys are refused, so that a misspelt one cannot be silently ignored. Correct or remove it.</source>
        <translation>未知的键会被拒绝，以免写错的键被悄悄忽略。请改正或去掉它。</translation>
    </message>
    <message>
        <source>Every key of this object must be given; there are no hidden defaults. Copy the line from a built-in file.</source>
        <translation>此对象的每个键都必须给出；没有隐藏的默认值。请从内置文件中复制该行。</translation>
    </message>
    <message>
        <source>The value has another JSON type than this key takes.</source>
        <translation>该值的 JSON 类型不是此键所接受的类型。</translation>
    </message>
    <message>
        <source>The value is outside of what the program can represent or what makes sense. Choose one of the allowed values.</source>
        <translation>该值超出程序所能表示或有意义的范围。请选择允许的值之一。</translation>
    </message>
    <message>
        <source>The file could not be opened or read to its end. Check the path, seen from the folder the program was started in, and the permissions of the file.</source>
        <translation>文件打不开，或无法读到末尾。请检查路径（相对于启动程序的文件夹）和文件权限。</translation>
    </message>
    <message>
        <source>The file is first written under another name beside its place and then renamed; an older file of that name was left as it was. Check that the folder exists, may be written to, and has room.</source>
        <translation>文件先以另一个名字写在旁边，然后改名；原有的同名文件保持不变。请检查文件夹是否存在、是否可写、是否有空间。</translation>
    </message>
    <message>
        <source>A file of this kind is never that large; reading it would only fill the memory.</source>
        <translation>这类文件不会这么大；读取它只会占满内存。</translation>
    </message>
    <message>
        <source>A large file takes seconds to be read and can be given up meanwhile; nothing of it, or only a part, is where it was to go. Load it again.</source>
        <translation>大文件要数秒才能读完，其间可以中止；中止后目标处没有内容，或只有一部分。请重新加载。</translation>
    </message>
    <message>
        <source>The lowering knows conv, dense, max_pool, average_pool, upsample_nearest, relu, sigmoid, tanh, clip, leaky_relu, prelu, add, mul, div, concat, batch_norm, flatten, reshape, transpose and take; the host computes the others. Of this network nothing is left for the circuit: `lw net run` computes it.</source>
        <translation>转换支持 conv、dense、max_pool、average_pool、upsample_nearest、relu、sigmoid、tanh、clip、leaky_relu、prelu、add、mul、div、concat、batch_norm、flatten、reshape、transpose 和 take；其他由主机计算。此网络没有任何部分可放到电路上：`lw net run` 可计算它。</translation>
    </message>
    <message>
        <source>The pooling circuitry&apos;s line buffer has that many registers per row. A machine of your own is a copy of a file that `lw config inference --print` shows; --machine takes it. Striding or pooling in two steps is a way out as well.</source>
        <translation>池化电路的行缓冲器每行只有这么多寄存器。可复制 `lw config inference --print` 的输出，修改为自己的机器，用 --machine 指定。也可分两步跨步或池化。</translation>
    </message>
    <message>
        <source>Strips must hold whole windows. Use the mode space-to-depth, a smaller stride, or a machine with larger &quot;stripPixels&quot; and &quot;accumulatorRows&quot;, a copy of what `lw config inference --print` shows.</source>
        <translation>条带必须容纳整个窗口。请用 space-to-depth 模式、较小的步幅，或 &quot;stripPixels&quot; 和 &quot;accumulatorRows&quot; 更大的机器（复制 `lw config inference --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>All values that are alive together, masks and biases must fit. Use a smaller picture or a larger machine: a copy of what `lw config inference --print` shows with other &quot;bufferBytes&quot;, &quot;hostBytes&quot; or &quot;weightBytes&quot;. Or begin after that layer with --from.</source>
        <translation>同时存在的所有值、掩码和偏置必须放得下。请用较小的图像或较大的机器：复制 `lw config inference --print` 的输出并更改 &quot;bufferBytes&quot;、&quot;hostBytes&quot; 或 &quot;weightBytes&quot;。也可用 --from 从该层之后开始。</translation>
    </message>
    <message>
        <source>--from lets a network begin with what the layer computes that it names; `lw net run --until` gives the input.</source>
        <translation>--from 让网络从所指的层的计算结果开始；输入由 `lw net run --until` 给出。</translation>
    </message>
    <message>
        <source>The host sends one instruction for each pass and strip. Use a smaller picture, or a machine with larger &quot;instructionRows&quot;, a copy of what `lw config inference --print` shows.</source>
        <translation>主机为每一遍和每个条带发送一条指令。请用较小的图像，或 &quot;instructionRows&quot; 更大的机器（复制 `lw config inference --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>Choose another mode, or leave the choice to the lowering.</source>
        <translation>请选择另一种模式，或让转换自行选择。</translation>
    </message>
    <message>
        <source>Name one of the modes, &quot;all&quot;, or leave the option out.</source>
        <translation>请写其中一种模式、&quot;all&quot;，或不用此选项。</translation>
    </message>
    <message>
        <source>Where branches meet, their strides and upsamplings must come to the same, so that a pixel of one belongs to a pixel of the other. `lw rf` prints both paths.</source>
        <translation>分支汇合之处，两边的步幅与上采样必须相当，使一边的像素与另一边的像素对应。`lw rf` 打印两条路径。</translation>
    </message>
    <message>
        <source>The elements near a tile&apos;s ends are not right; what is right in the middle must be at least one step wide.</source>
        <translation>靠近图块两端的元素不正确；中间正确的部分必须至少有一个步距宽。</translation>
    </message>
    <message>
        <source>The network is made for the size of a tile. Choose a smaller one (--fixed); a tile need not be larger than the picture.</source>
        <translation>网络是为图块的大小生成的。请选择较小的大小（--fixed）；图块不必大于图像。</translation>
    </message>
    <message>
        <source>The last tile must end where the picture ends. On an array tiles begin whole steps apart. Choose another tile size, or a mode that fills: masked is exact as well.</source>
        <translation>最后一个图块必须在图像结束处结束。阵列上的图块按整步距排列。请选择另一种图块大小，或会填充的模式：masked 同样精确。</translation>
    </message>
    <message>
        <source>Choose a size of tiles for which the plan is exact (--fixed), or the mode ring (--mode ring), which says how many elements are not right.</source>
        <translation>请选择使计划精确的图块大小（--fixed），或 ring 模式（--mode ring），后者会说明有多少元素不正确。</translation>
    </message>
    <message>
        <source>Let each tile compute again what it shares with others (--overlap recompute).</source>
        <translation>请让每个图块重新计算与其他图块共有的部分（--overlap recompute）。</translation>
    </message>
    <message>
        <source>Strides of all layers divide it, so that every tile begins at the same phase of each. Choose a multiple of it.</source>
        <translation>对齐量可被所有层的步幅整除，使每个图块从各步幅的同一相位开始。请选择它的倍数。</translation>
    </message>
    <message>
        <source>Take it out of the network&apos;s outputs; the others can be run in tiles.</source>
        <translation>请从网络的输出中去掉它；其他输出可以分块运行。</translation>
    </message>
    <message>
        <source>The last tile of a row reaches beyond the picture by what the network lags. Leave the mode to the plan (no --mode).</source>
        <translation>一行中最后的图块超出图像，超出量为网络的滞后。请让计划决定模式（不用 --mode）。</translation>
    </message>
    <message>
        <source>A function that is called for each tile knows nothing of the one before. Choose --overlap recompute.</source>
        <translation>为每个图块调用的函数不知道前一个图块。请选择 --overlap recompute。</translation>
    </message>
    <message>
        <source>Of a plan only starts of tiles and what each of them writes can be chosen; everything else follows. `lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` writes a plan of this network.</source>
        <translation>计划中只能选择图块的起点和各图块写出的部分；其余都由此得出。`lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` 写出此网络的计划。</translation>
    </message>
    <message>
        <source>`lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` writes one. Before version 2 plans had one output.</source>
        <translation>`lw tile NETWORK --size ROWSxCOLUMNS --fixed N --report json` 写出计划。版本 2 之前的计划只有一个输出。</translation>
    </message>
    <message>
        <source>Tiles begin at multiples of the alignment, in ascending order, the first one at 0; the last one reaches the picture&apos;s end, all others lie inside; and each element of the output is written once, by a tile that has it right.</source>
        <translation>图块从对齐量的倍数处开始，依次递增，第一个在 0；最后一个到达图像的末端，其余都在图像之内；输出的每个元素由算对它的图块写出，且只写一次。</translation>
    </message>
    <message>
        <source>The network is put on the circuit as it is; kernel striding has nothing to do.</source>
        <translation>网络原样放到电路上；没有需要处理的步幅。</translation>
    </message>
    <message>
        <source>Split the channels over several layers, or flatten later.</source>
        <translation>请把通道分到几层，或推迟展平。</translation>
    </message>
    <message>
        <source>Reports are written by `lw stride --report json`; this one was changed or is another kind of file.</source>
        <translation>报告由 `lw stride --report json` 写出；此报告被改动过，或是另一种文件。</translation>
    </message>
    <message>
        <source>Training knows conv, dense, batch_norm, relu, leaky_relu, sigmoid, tanh, max_pool, average_pool, add, concat, flatten, and softmax as the last layer, in float32. Cut the network before that layer, or replace it.</source>
        <translation>训练支持 conv、dense、batch_norm、relu、leaky_relu、sigmoid、tanh、max_pool、average_pool、add、concat、flatten，以及作为最后一层的 softmax，均为 float32。请在该层之前切断网络，或替换它。</translation>
    </message>
    <message>
        <source>--what-if offchip=64,cache=512,element=f16: names with numbers, with commas between them. Counts of operations are named as in the table that `lw recompute --json` shows.</source>
        <translation>--what-if offchip=64,cache=512,element=f16：名称与数，以逗号分隔。操作计数的名称与 `lw recompute --json` 所示的表相同。</translation>
    </message>
    <message>
        <source>Bandwidths and widths are numbers above 0, latencies and counts of operations are 0 or more, lanes, batch and vmem are whole numbers above 0.</source>
        <translation>带宽和宽度为大于 0 的数，延迟和操作计数为 0 或以上，lanes、batch 和 vmem 为大于 0 的整数。</translation>
    </message>
    <message>
        <source>Values of a training step are images of rows, columns and channels, or lists.</source>
        <translation>训练步的值是行、列、通道的图像，或列表。</translation>
    </message>
    <message>
        <source>The taps of a window lie side by side in the lanes of a row, each in whole granules of four words, as transfers bring them from HBM: that is for the one convolution that reads the images, if all its taps fit into a row. `--convolution shifted` computes every convolution, and `auto` takes im2col only where it can be.</source>
        <translation>窗口的各抽头在一行的向量通道中并排，每个占整数个四字的粒，如传输从 HBM 送来时那样：这只用于读取图像的那个卷积，且其全部抽头放得进一行。`--convolution shifted` 可计算每个卷积，`auto` 只在可行处采用 im2col。</translation>
    </message>
    <message>
        <source>Parameters, their gradients and what the policy keeps must fit together. What waits longest goes to HBM, but what one part of the step needs must be in vector memory at once. `lw train` says which policy fits, and how many images a batch may have; or take a machine with more &quot;vmemRows&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>参数、其梯度和策略所保留的内容必须一起放得下。等待最久的内容放入 HBM，但训练步的某一部分所需的内容必须同时在向量存储器中。`lw train` 说明哪种策略放得下，以及批次可以有多少幅图像；也可使用 &quot;vmemRows&quot; 更大的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>Images are [count, extents of the network&apos;s input] in float32; labels are whole numbers [count], targets of mean_squares [count, extents of its output].</source>
        <translation>图像为 [数目, 网络输入的各维]，float32；标签为整数 [数目]，mean_squares 的目标为 [数目, 其输出的各维]。</translation>
    </message>
    <message>
        <source>the program needs {0} bytes of HBM, {1} has {2}; the largest tensor is &quot;{3}&quot;: {4} bytes</source>
        <translation>程序需要 {0} 字节的 HBM，{1} 有 {2}；最大的张量是“{3}”：{4} 字节</translation>
    </message>
    <message>
        <source>Parameters, all images and labels, and what waits from the forward pass to the backward pass lie there. `lw train` says which policy fits, and how many images; or take a machine with more &quot;hbmBytes&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>参数、所有图像和标签，以及从前向传播等待到反向传播的内容都放在那里。`lw train` 会说明哪种策略放得下，以及可以有多少幅图像；也可使用 &quot;hbmBytes&quot; 更大的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>the queue of the {0} holds {1} results on {2}, the program needs {3}</source>
        <translation>{2} 上 {0} 的队列可容纳 {1} 个结果，程序需要 {3} 个</translation>
    </message>
    <message>
        <source>So many results wait there before the first of them is taken: of the transpose unit those of a whole square of lanes. Take a machine with more &quot;queueDepth&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>在取出第一个结果之前，有这么多结果在那里等待：对转置单元，则是整个向量通道方阵的结果。请使用 &quot;queueDepth&quot; 更大的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>The file does not say that it is a network; perhaps it is another JSON file.</source>
        <translation>该文件没有说明自己是网络；也许是别的 JSON 文件。</translation>
    </message>
    <message>
        <source>Networks are ONNX files, whose names end with .onnx, or files of the format of `lw manual network`. PyTorch writes ONNX with torch.onnx.export(model, example, &quot;model.onnx&quot;), tf2onnx converts models of TensorFlow and Keras.</source>
        <translation>网络是名称以 .onnx 结尾的 ONNX 文件，或采用 `lw manual network` 所述格式的文件。PyTorch 用 torch.onnx.export(model, example, &quot;model.onnx&quot;) 写出 ONNX，tf2onnx 转换 TensorFlow 和 Keras 的模型。</translation>
    </message>
    <message>
        <source>The file was written for another version of the format. `lw manual network` describes this one.</source>
        <translation>该文件是为此格式的另一版本写的。`lw manual network` 说明的是本版本。</translation>
    </message>
    <message>
        <source>Each layer is of one of the listed kinds; build others from these, or leave them out of the network.</source>
        <translation>每层都是所列种类之一；其他的请用它们组成，或从网络中去掉。</translation>
    </message>
    <message>
        <source>Input and layers name their values; two of one name could not be told apart. Rename one.</source>
        <translation>输入和各层给自己的值命名；同名的两个值无法区分。请改名。</translation>
    </message>
    <message>
        <source>Names are 1 to 100 characters without line breaks and other control characters; they appear in messages and file names.</source>
        <translation>名称为 1 至 100 个字符，不含换行和其他控制字符；它们会出现在消息和文件名中。</translation>
    </message>
    <message>
        <source>Layers read the network&apos;s input or what another layer computes, by its name.</source>
        <translation>各层按名称读取网络的输入，或另一层算出的值。</translation>
    </message>
    <message>
        <source>Name in &quot;inputs&quot; exactly the values that a layer of this kind reads.</source>
        <translation>请在 &quot;inputs&quot; 中恰好列出这种层所读的值。</translation>
    </message>
    <message>
        <source>Each layer must be computable from the input and from layers that do not need it. Recurrent networks must be unrolled.</source>
        <translation>每一层必须能由输入和不依赖它的层算出。循环网络必须展开。</translation>
    </message>
    <message>
        <source>No network for this program is that large; the limit keeps a damaged file from using up memory.</source>
        <translation>本程序所处理的网络都没有这么大；此上限使损坏的文件不会耗尽内存。</translation>
    </message>
    <message>
        <source>Weights lie beside the network or in folders below it, so that the folder can be moved as a whole. Copy the file there and give its path from there, with an array of an archive after a # (w.npz#conv1).</source>
        <translation>权重放在网络文件旁边或其下的文件夹中，以便整个文件夹一起移动。请把文件复制到那里，并写出从那里起的路径；归档中的数组写在 # 之后（w.npz#conv1）。</translation>
    </message>
    <message>
        <source>The file named here must be a .npy file, or an array in an .npz archive (file.npz#name), beside the network.</source>
        <translation>此处所写的必须是网络文件旁边的 .npy 文件，或 .npz 归档中的数组（file.npz#name）。</translation>
    </message>
    <message>
        <source>An archive holds arrays by name; write file.npz#name with one of these names.</source>
        <translation>归档按名称存放数组；请写 file.npz#name，名称为所列之一。</translation>
    </message>
    <message>
        <source>Weights of a float32 network are float32. Of an int8 network weights are int8 and biases int32. Convert the file, for example with array.astype(numpy.float32).</source>
        <translation>float32 网络的权重为 float32。int8 网络的权重为 int8，偏置为 int32。请转换文件，例如 array.astype(numpy.float32)。</translation>
    </message>
    <message>
        <source>The shape follows from the layer&apos;s input and from kernel and groups. Orders: [kernel rows][kernel columns][input channels / groups][output channels], dense [inputs][outputs], a number for each channel [channels]. Weights of PyTorch are so after .transpose(2, 3, 1, 0), those of dense after .T; those of an ONNX file are shown in this order.</source>
        <translation>形状由该层的输入、卷积核和分组决定。顺序：[卷积核行][卷积核列][输入通道 / 组数][输出通道]，全连接为 [输入][输出]，每通道一个数为 [通道]。PyTorch 的权重经 .transpose(2, 3, 1, 0)、全连接的权重经 .T 之后即如此；ONNX 文件的权重按此顺序显示。</translation>
    </message>
    <message>
        <source>This kind of layer reads [rows, columns, channels]. A value that was flattened is not an image any more.</source>
        <translation>这种层读取 [行, 列, 通道]。展平之后的值不再是图像。</translation>
    </message>
    <message>
        <source>Each group takes the same number of input channels and makes the same number of output channels.</source>
        <translation>每组取同样多的输入通道，给出同样多的输出通道。</translation>
    </message>
    <message>
        <source>Kernel and dilation span more than the input with its padding. Pad more, or use a smaller kernel.</source>
        <translation>卷积核连同膨胀比带填充的输入还大。请增加填充，或使用较小的卷积核。</translation>
    </message>
    <message>
        <source>The maximum or mean of nothing is not defined. Pad less than the kernel spans.</source>
        <translation>空集没有最大值或平均值。填充请小于卷积核的跨度。</translation>
    </message>
    <message>
        <source>Both values must have one shape. In a float32 network an extent of 1 is also repeated to that of the other; reshape adds such extents.</source>
        <translation>两个值的形状必须相同。float32 网络中长度为 1 的维也会重复到另一个值的长度；reshape 可添加这样的维。</translation>
    </message>
    <message>
        <source>Values that are put one after the other along one extent are equal in all others. Name another &quot;axis&quot;, or pad or crop before.</source>
        <translation>沿一个维度首尾相接的值，其余各维必须相等。请另选 &quot;axis&quot;，或事先填充或裁剪。</translation>
    </message>
    <message>
        <source>Codes of one value mean the same everywhere in it. Requantise what is read with one &quot;zero&quot; and for one scale.</source>
        <translation>同一个值中的编码处处含义相同。请把所读的值重新量化为同一个 &quot;zero&quot; 和同一个比例。</translation>
    </message>
    <message>
        <source>Extents count from 0: rows, columns, channels of an image.</source>
        <translation>维度从 0 数起：图像的行、列、通道。</translation>
    </message>
    <message>
        <source>The extents, from 1 to 8 of them, must have the same product as those of the value that is read.</source>
        <translation>1 至 8 个维度，其积必须与所读的值相同。</translation>
    </message>
    <message>
        <source>For an image [2, 0, 1] puts its channels first: extents count from 0.</source>
        <translation>对图像而言 [2, 0, 1] 把通道放在最前：维度从 0 数起。</translation>
    </message>
    <message>
        <source>&quot;indices&quot; lists elements along &quot;axis&quot;, from 0 to its extent less 1; of take also -1, for &quot;fill&quot;.</source>
        <translation>&quot;indices&quot; 列出沿 &quot;axis&quot; 的元素，从 0 到该维长度减 1；take 中还可用 -1 表示 &quot;fill&quot;。</translation>
    </message>
    <message>
        <source>&quot;weights&quot; is [elements, taps]; &quot;indices&quot; lists the element that each of these weights multiplies, counted from 0.</source>
        <translation>&quot;weights&quot; 为 [元素, 抽头]；&quot;indices&quot; 列出每个权重所乘的元素，从 0 数起。</translation>
    </message>
    <message>
        <source>select and average_pool read as their second value one number for each pixel, [rows, columns, 1], which in an int8 network is counted from the code 0.</source>
        <translation>select 和 average_pool 的第二个值是每像素一个数，即 [行, 列, 1]，在 int8 网络中从编码 0 算起。</translation>
    </message>
    <message>
        <source>0, &quot;inf&quot; and &quot;-inf&quot; have codes in every int8 value; for other numbers state &quot;scale&quot; where that value is requantised, or of the input.</source>
        <translation>0、&quot;inf&quot; 和 &quot;-inf&quot; 在每个 int8 值中都有编码；若用其他数，请在该值重新量化之处或输入处写明 &quot;scale&quot;。</translation>
    </message>
    <message>
        <source>Only int8 networks requantise, and have tables and codes for zero. Remove it or set &quot;dtype&quot; to &quot;i8&quot;.</source>
        <translation>只有 int8 网络会重新量化，并有表和零的编码。请去掉它，或把 &quot;dtype&quot; 设为 &quot;i8&quot;。</translation>
    </message>
    <message>
        <source>Write [lowest, highest], both finite; of an int8 network whole numbers from -128 to 127.</source>
        <translation>请写 [最小, 最大]，两者都有限；int8 网络用 -128 至 127 的整数。</translation>
    </message>
    <message>
        <source>Pairs are [rows, columns]; padding is [top, bottom, left, right].</source>
        <translation>成对的数为 [行, 列]；填充为 [上, 下, 左, 右]。</translation>
    </message>
    <message>
        <source>The input must have the network&apos;s shape, an image [rows, columns, channels]; a leading extent more is a batch, and a missing last one of 1 is added. An array with its channels first is read with --layout nchw. uint8 is converted; of anything else array.astype(&apos;float32&apos;) makes float32.</source>
        <translation>输入必须有网络的形状，即图像 [行, 列, 通道]；前面多一维为批次，末尾缺的长度为 1 的维会补上。通道在前的数组用 --layout nchw 读取。uint8 会被转换；其他类型用 array.astype(&apos;float32&apos;) 变为 float32。</translation>
    </message>
    <message>
        <source>Images are [rows, columns, channels] here; ONNX files and PyTorch have [channels, rows, columns]. With --layout nchw such an array is turned.</source>
        <translation>这里的图像为 [行, 列, 通道]；ONNX 文件和 PyTorch 为 [通道, 行, 列]。用 --layout nchw 可把这样的数组转过来。</translation>
    </message>
    <message>
        <source>The file of the network has images as [channels, rows, columns]; arrays for it mostly have, too: nchw. Arrays that this program wrote have the channels last: nhwc.</source>
        <translation>网络文件中的图像为 [通道, 行, 列]；为它准备的数组多半也是：nchw。本程序写出的数组通道在最后：nhwc。</translation>
    </message>
    <message>
        <source>[channels, rows, columns] is asked for, with one extent more before them if there are several inputs. An array that has its channels last is read with --layout nhwc, or without --layout.</source>
        <translation>所要求的是 [通道, 行, 列]，有多个输入时前面再多一维。通道在最后的数组用 --layout nhwc 读取，或不用 --layout。</translation>
    </message>
    <message>
        <source>An array with no element has no item to compute; the first extent of a batch is at least 1. `lw net quantise` takes the range of each value from its data: give some hundred inputs as the network will meet them.</source>
        <translation>没有元素的数组没有可计算的项；批次的第一维至少为 1。`lw net quantise` 从数据中取每个值的范围：请给出几百个网络将会遇到的输入。</translation>
    </message>
    <message>
        <source>mean and scale are one number, or one for each channel with commas between them: 123.68,116.78,103.94. A byte p becomes (p - mean) * scale.</source>
        <translation>mean 和 scale 为一个数，或每通道一个数，以逗号分隔：123.68,116.78,103.94。字节 p 变为 (p - mean) * scale。</translation>
    </message>
    <message>
        <source>A text with the name of one class in each line, in the order of the elements of the output.</source>
        <translation>文本文件，每行一个类别的名称，顺序与输出的元素相同。</translation>
    </message>
    <message>
        <source>There is one line for each element of an output that is a list. Some files name a class that stands for nothing in their first line: remove it.</source>
        <translation>输出是列表时每个元素对应一行。有些文件第一行是不代表任何东西的类别：请删去。</translation>
    </message>
    <message>
        <source>Variances are not negative and, with epsilon, not zero; all four must be numbers.</source>
        <translation>方差不为负，加上 epsilon 后不为零；四者都必须是数。</translation>
    </message>
    <message>
        <source>float32 networks are computed in f32 or f64; int8 networks are integers throughout.</source>
        <translation>float32 网络用 f32 或 f64 计算；int8 网络全部用整数。</translation>
    </message>
    <message>
        <source>Write the lowest and the highest number that an element of the input can be, for example 0,255 for the bytes of a picture.</source>
        <translation>请写输入元素可能的最小和最大的数，例如图片字节为 0,255。</translation>
    </message>
    <message>
        <source>What is proven of the network holds for inputs in the range that its file or --range states. State one that holds this input, or scale the input.</source>
        <translation>关于网络所证明的，对其文件或 --range 所写范围内的输入成立。请写出包含此输入的范围，或缩放输入。</translation>
    </message>
    <message>
        <source>Numbers become codes of int8 by the scale of the input; NaN has no code. Replace it in the input.</source>
        <translation>数按输入的比例变为 int8 编码；NaN 没有编码。请在输入中替换它。</translation>
    </message>
    <message>
        <source>&quot;multiplier&quot; and &quot;shift&quot; of &quot;requant&quot; are one number each, or lists of one for each output channel; &quot;factors&quot; are one for each value that add reads.</source>
        <translation>&quot;requant&quot; 的 &quot;multiplier&quot; 和 &quot;shift&quot; 各为一个数，或每个输出通道一个数的列表；&quot;factors&quot; 是 add 所读的每个值一个数。</translation>
    </message>
    <message>
        <source>`lw manual network` lists the kinds of layers that int8 has. Quantise the part before or after, as the notes say, and compute the rest in float32. --data of a part that begins later is what `lw net run NETWORK --until NODE --input x.npy -o y.npy` writes.</source>
        <translation>`lw manual network` 列出 int8 具有的层。请按说明只量化之前或之后的部分，其余用 float32 计算。从后面开始的部分，其 --data 就是 `lw net run NETWORK --until NODE --input x.npy -o y.npy` 所写的内容。</translation>
    </message>
    <message>
        <source>Steps of int8 are chosen from the numbers that the float32 network computes of the data, which must be finite. Look at the data and at the weights: `lw net run --value NAME` prints what a layer computes.</source>
        <translation>int8 的步长由 float32 网络对数据算出的数决定，这些数必须有限。请查看数据和权重：`lw net run --value NAME` 打印某层的计算结果。</translation>
    </message>
    <message>
        <source>One step of the sums would be 2^31 steps of the result or more: beside the numbers that the layer reads, those that it computes vanish. Give data that the layer makes something of, or leave the layer out.</source>
        <translation>和的一个步长等于结果的 2^31 个步长或更多：与该层所读的数相比，它算出的数小得消失了。请给出能让该层算出结果的数据，或去掉该层。</translation>
    </message>
    <message>
        <source>So many products could come together that the sum is no longer certain to fit. Split the layer into two over half of its inputs each, and add what they compute.</source>
        <translation>可能有太多乘积相加，和不再保证放得下。请把该层分成两层，各取一半输入，再把结果相加。</translation>
    </message>
    <message>
        <source>`lw net quantise` makes int8 of float32. `lw stride` takes this network as it is.</source>
        <translation>`lw net quantise` 把 float32 变为 int8。`lw stride` 可直接使用此网络。</translation>
    </message>
    <message>
        <source>Codes of int8 stand for finite numbers only. Look at how the weights were made; numpy.isfinite finds which they are.</source>
        <translation>int8 编码只代表有限的数。请检查权重是怎么得来的；numpy.isfinite 可找出它们。</translation>
    </message>
    <message>
        <source>--from and --until name a layer, or in an ONNX file a node or a value that a node makes. `lw net show` lists the layers. With both options --from names one that --until needs.</source>
        <translation>--from 和 --until 指定一层，ONNX 文件中则为节点或节点给出的值。`lw net show` 列出各层。两者都用时，--from 所指的必须是 --until 所需要的。</translation>
    </message>
    <message>
        <source>A network has one input. Give --from a layer whose value is all that the later ones need: where branches have come together again.</source>
        <translation>网络只有一个输入。请让 --from 指定一层，后面各层只需要它的值：即各分支重新汇合之处。</translation>
    </message>
    <message>
        <source>What --from names must be computed before the network&apos;s output, or before what --until names.</source>
        <translation>--from 所指的必须先于网络的输出或 --until 所指的层算出。</translation>
    </message>
    <message>
        <source>The input of a network is float32, or int8 of an int8 network, and its shape is known. The shape of a node in an ONNX file comes from the nodes before it, or where they cannot be read from the file: onnx.shape_inference.infer_shapes writes it there.</source>
        <translation>网络的输入为 float32，int8 网络则为 int8，且形状已知。ONNX 文件中节点的形状来自它之前的节点；那些节点读不出时来自文件：onnx.shape_inference.infer_shapes 会写入。</translation>
    </message>
    <message>
        <source>--until ends a network after the layer or node that it names.</source>
        <translation>--until 让网络在所指的层或节点之后结束。</translation>
    </message>
    <message>
        <source>--from lets a network begin with what the layer or node computes that it names; the input has that shape.</source>
        <translation>--from 让网络从所指的层或节点的计算结果开始；输入即为该形状。</translation>
    </message>
    <message>
        <source>--from needs the shape of the value that it names, and no nodes that can be read tell it. In Python: onnx.save(onnx.shape_inference.infer_shapes(onnx.load(&quot;model.onnx&quot;)), &quot;shapes.onnx&quot;); then use --from with the new file.</source>
        <translation>--from 需要所指的值的形状，而能读出的节点都没有给出。在 Python 中：onnx.save(onnx.shape_inference.infer_shapes(onnx.load(&quot;model.onnx&quot;)), &quot;shapes.onnx&quot;)；然后对新文件使用 --from。</translation>
    </message>
    <message>
        <source>The file was cut off or changed, or is not an ONNX file. Compare its size with that of the original, download or export it again (PyTorch: torch.onnx.export); onnx.checker says more about it.</source>
        <translation>文件被截断或改动，或不是 ONNX 文件。请与原件比较大小，重新下载或导出（PyTorch：torch.onnx.export）；onnx.checker 会说明更多。</translation>
    </message>
    <message>
        <source>`lw manual network` lists the operators that can become layers, or be computed while the file is read. Cut the network where the notes say, or export it without the others. `lw net convert NETWORK cut.json --until NODE` writes what is left, for everything else that reads networks.</source>
        <translation>`lw manual network` 列出可以成为层、或在读取文件时算出的算子。请在说明所指之处切断网络，或导出时不带其他算子。`lw net convert NETWORK cut.json --until NODE` 写出剩下的部分，供其他读取网络的功能使用。</translation>
    </message>
    <message>
        <source>Networks with such layers cannot be run in tiles. Batch normalisation, whose numbers are known before, can.</source>
        <translation>含有这种层的网络不能按图块运行。数值事先已知的批归一化可以。</translation>
    </message>
    <message>
        <source>The operator is supported, but not in this form. `lw manual network` says which forms are.</source>
        <translation>支持该算子，但不支持这种形式。`lw manual network` 说明支持哪些形式。</translation>
    </message>
    <message>
        <source>A network has one input, [batch, channels, rows, columns] or [batch, elements], with numbers for all extents but the batch, and outputs that its nodes compute. It is of float32; uint8 and int8 are read if the file is quantised, or casts them to float32. Of several inputs --until NODE keeps what needs one of them, and --from NODE what comes after they have met; --from cuts off as well what reads an input of another type, such as an embedding of word indices. Before an export model.float() makes float32 of float64. python -m onnxruntime.tools.make_dynamic_shape_fixed gives numbers to open extents of a file.</source>
        <translation>网络有一个输入，[批次, 通道, 行, 列] 或 [批次, 元素]，除批次外各维都是数，其输出由节点算出。它为 float32；若文件已量化或转换为 float32，也读取 uint8 和 int8。有多个输入时，--until NODE 保留只需要其中之一的部分，--from NODE 保留它们汇合之后的部分；--from 也会切掉读取其他类型输入的部分，例如词序号的嵌入。导出前用 model.float() 可把 float64 变为 float32。python -m onnxruntime.tools.make_dynamic_shape_fixed 给文件中未定的维度填上数。</translation>
    </message>
    <message>
        <source>Weights are numbers inside the file, as raw bytes or in the field of their type, or in files beside it, in its folder or below. Copy all files of the model together, under the names that it was exported with.</source>
        <translation>权重是文件中的数，为原始字节或在其类型的字段中，或在文件旁边、同一文件夹或其下的文件中。请把模型的全部文件按导出时的名称一起复制。</translation>
    </message>
    <message>
        <source>Weights and values are widened, which changes none of them, and computed with in float32. Results are nearer to the exact ones than those of programs that round each to 16 bits.</source>
        <translation>权重和值被加宽，这不改变任何一个数，并用 float32 计算。结果比每个数都舍入到 16 位的程序更接近精确值。</translation>
    </message>
    <message>
        <source>Its numbers are in the file or follow from the shapes of values, whatever the input is. Whole numbers stay the same; those of f64 are rounded. Convert the result to the type of the file where a program needs that.</source>
        <translation>它的数写在文件里或由值的形状得出，与输入无关。整数保持不变；f64 的数会舍入。程序需要时请把结果转换为文件的类型。</translation>
    </message>
    <message>
        <source>An int8 network is int8 throughout: quantised at its input and after each layer that computes. The note names the first node for which that is not so. Each node is now computed in float32, rounding to codes included. What ends before that node may be an int8 network: `lw net show NETWORK --until NODE`.</source>
        <translation>int8 网络处处为 int8：在输入处和每个计算层之后量化。说明指出第一个不是这样的节点。现在每个节点都用 float32 计算，包括舍入到编码。该节点之前的部分可能是 int8 网络：`lw net show NETWORK --until NODE`。</translation>
    </message>
    <message>
        <source>The number of channels must be a multiple of {3}, the pixels that each block of them becomes. Change &quot;factor&quot;, or the layer before.</source>
        <translation>通道数必须是 {3} 的倍数，每组这么多通道变为像素。请更改 &quot;factor&quot; 或前一层。</translation>
    </message>
    <message>
        <source>A network that is cut into tiles reads [rows, columns, channels].</source>
        <translation>切成图块的网络读取 [行, 列, 通道]。</translation>
    </message>
    <message>
        <source>A tile of the picture does not know what is beyond it, and so cannot compute this. End the network before it with --until.</source>
        <translation>图块不知道自己之外的图像内容，因此算不出来。请用 --until 让网络在此层之前结束。</translation>
    </message>
    <message>
        <source>Counted are 2^31 elements, and 4096 elements of a value that depend on the input each in its own way; of very many layers fewer. Strides or upsamplings multiply to more: look at those of the layers before it, or end the network earlier with --until.</source>
        <translation>上限为 2^31 个元素，以及一个值中以各自方式依赖输入的 4096 个元素；层数极多时更少。步幅或上采样的乘积更大：请查看其前各层的步幅，或用 --until 让网络更早结束。</translation>
    </message>
    <message>
        <source>A network that halves its picture and doubles it again gives back what it had only where nothing was lost on the way down.</source>
        <translation>先减半再加倍的网络，只有在下行途中没有丢失任何内容时才能得回原来的大小。</translation>
    </message>
    <message>
        <source>Training computes in float32: with &quot;dtype&quot;: &quot;f32&quot; and float32 weights, or none, so that they come from the seed. `lw net quantise` makes an int8 network of the result.</source>
        <translation>训练用 float32 计算：&quot;dtype&quot;: &quot;f32&quot;，权重为 float32，或没有权重而由种子生成。之后 `lw net quantise` 可把结果变为 int8 网络。</translation>
    </message>
    <message>
        <source>Tensors get their names from .tensor in the program.</source>
        <translation>张量的名称来自程序中的 .tensor。</translation>
    </message>
    <message>
        <source>The file must have exactly the tensor&apos;s shape; nothing is broadcast or cut.</source>
        <translation>文件必须恰有张量的形状；不会广播或裁剪。</translation>
    </message>
    <message>
        <source>The file does not say that it is a project; perhaps it is another JSON file.</source>
        <translation>该文件没有说明自己是项目；也许是别的 JSON 文件。</translation>
    </message>
    <message>
        <source>The project was saved by a newer Lanewright. Open it there, or remove what is new from the file.</source>
        <translation>该项目由较新的 Lanewright 保存。请在那里打开，或从文件中去掉新内容。</translation>
    </message>
    <message>
        <source>Write {&quot;A&quot;: &quot;a.npy&quot;, &quot;B&quot;: {&quot;file&quot;: &quot;b.npy&quot;, &quot;cast&quot;: true}}.</source>
        <translation>请写 {&quot;A&quot;: &quot;a.npy&quot;, &quot;B&quot;: {&quot;file&quot;: &quot;b.npy&quot;, &quot;cast&quot;: true}}。</translation>
    </message>
    <message>
        <source>No project needs that many; the limit keeps a damaged file from filling the window.</source>
        <translation>项目不需要这么多；此上限使损坏的文件不会塞满窗口。</translation>
    </message>
    <message>
        <source>The file does not say that it is a workload; perhaps it is another JSON file.</source>
        <translation>该文件没有说明自己是工作负载；也许是别的 JSON 文件。</translation>
    </message>
    <message>
        <source>The workload was written for a newer Lanewright.</source>
        <translation>该工作负载是为较新的 Lanewright 写的。</translation>
    </message>
    <message>
        <source>Cores are numbers from 0 on, names and ranges with commas between them: &quot;0-3&quot;, &quot;c1&quot;, &quot;0, 2-3&quot;.</source>
        <translation>核用从 0 起的编号、名称或范围表示，以逗号分隔：&quot;0-3&quot;、&quot;c1&quot;、&quot;0, 2-3&quot;。</translation>
    </message>
    <message>
        <source>Write &quot;cores&quot;: [{&quot;cores&quot;: &quot;0-3&quot;, &quot;program&quot;: &quot;a.lw&quot;}].</source>
        <translation>请写 &quot;cores&quot;: [{&quot;cores&quot;: &quot;0-3&quot;, &quot;program&quot;: &quot;a.lw&quot;}]。</translation>
    </message>
    <message>
        <source>Cores are counted from 0. The machine&apos;s configuration says how many there are.</source>
        <translation>核的编号从 0 开始；有多少个核见机器的配置。</translation>
    </message>
    <message>
        <source>Each core runs one program; take it out of one of the two lists.</source>
        <translation>每个核运行一个程序；请从两个列表之一中去掉它。</translation>
    </message>
    <message>
        <source>Every core needs one; a program that is nothing but { halt } does nothing.</source>
        <translation>每个核都需要程序；只有 { halt } 的程序什么也不做。</translation>
    </message>
    <message>
        <source>All cores of a machine are of one chip. Let the program name it with .chip.</source>
        <translation>一台机器的所有核属于同一种芯片。请在程序中用 .chip 指定它。</translation>
    </message>
    <message>
        <source>A workload says what the cores of a machine run; `lw run` and the other commands that run programs take it. Name one of its programs.</source>
        <translation>工作负载说明机器的各核运行什么；`lw run` 和其他运行程序的命令接受它。请指定其中的一个程序。</translation>
    </message>
    <message>
        <source>The circuit or what it can do is another than when the program was made. Lower the network again.</source>
        <translation>电路或其能力与生成程序时不同。请重新转换网络。</translation>
    </message>
    <message>
        <source>Cut the picture into smaller ones that overlap by the network&apos;s receptive field, or use a machine whose &quot;hostBytes&quot; are more.</source>
        <translation>请把图像切成较小的、按网络感受野重叠的图像，或使用 &quot;hostBytes&quot; 更大的机器。</translation>
    </message>
    <message>
        <source>Its tiles can be run all the same, each on machines of its own. The program of one tile is written by itself, and says which layers the host computes.</source>
        <translation>图块仍可运行，各在自己的机器上。单个图块的程序可单独写出，其中说明哪些层由主机计算。</translation>
    </message>
    <message>
        <source>On a machine of one circuit each tile runs as several programs. `lw stride` says which layers the host computes and why.</source>
        <translation>在只有一个电路的机器上，每个图块作为多个程序运行。`lw stride` 说明哪些层由主机计算以及原因。</translation>
    </message>
    <message>
        <source>Circuits of an array get what tiles share from the one beside them alone. Take larger tiles, whose shared part is a smaller one, or an array with one circuit in this direction.</source>
        <translation>阵列中的电路只从相邻电路取得图块共有的部分。请取较大的图块，使共有部分相对较小，或使用在此方向上只有一个电路的阵列。</translation>
    </message>
    <message>
        <source>Circuits that share layers compute parts of one tile that lie side by side in every layer. Where they share the input (--share input), each computes a tile of its own.</source>
        <translation>共享层的电路计算同一图块的各部分，这些部分在每一层中并排。若共享输入（--share input），则各自计算自己的图块。</translation>
    </message>
    <message>
        <source>Name a machine whose file has &quot;cores&quot; with rows, columns, a latency and a bandwidth, such as examples/networks/inference-2x2.json. One circuit has nothing to share: leave out --share.</source>
        <translation>请指定其文件中有 &quot;cores&quot;（行、列、延迟和带宽）的机器，如 examples/networks/inference-2x2.json。单个电路没有可共享的对象：请不要使用 --share。</translation>
    </message>
    <message>
        <source>All tiles run as one machine, which can be stepped. To look at one tile alone let circuits share the input.</source>
        <translation>全部图块作为一台机器运行，可以单步执行。要单独查看一个图块，请让电路共享输入。</translation>
    </message>
    <message>
        <source>What circuits send each other has one size. Let Lanewright plan for this machine: `lw tile` without --plan.</source>
        <translation>电路之间互相发送的内容大小固定。请让 Lanewright 为此机器制定计划：`lw tile`，不用 --plan。</translation>
    </message>
    <message>
        <source>Tiles of every size would lose as much at their ends as they give. `lw rf NETWORK` shows which layer reads so far.</source>
        <translation>任何大小的图块，两端损失的都与给出的一样多。`lw rf NETWORK` 显示哪一层读得这么远。</translation>
    </message>
    <message>
        <source>`lw stride` says which layers the host computes and why. A section of the network without them, or a machine whose circuit computes them, has tiles that are launched.</source>
        <translation>`lw stride` 说明哪些层由主机计算以及原因。网络中不含这些层的一段，或电路能计算这些层的机器，其图块可由一个程序启动。</translation>
    </message>
    <message>
        <source>A folder that was written here before is written again. Name another one, or take the file away.</source>
        <translation>以前在此写出过的文件夹会被重写。请另选一个，或移走该文件。</translation>
    </message>
    <message>
        <source>With them the tiles cannot be compared. Please report this as a mistake of Lanewright.</source>
        <translation>图块的结果因此无法比较。请将此作为 Lanewright 的错误报告。</translation>
    </message>
    <message>
        <source>A program that was made from a network must run to its end. Please report this as a mistake of Lanewright.</source>
        <translation>由网络生成的程序必须运行到底。请将此作为 Lanewright 的错误报告。</translation>
    </message>
    <message>
        <source>`lw stride NETWORK` says which layers the host computes. Let each tile compute again what it shares (--overlap recompute), with which it runs by itself, or end the network before these layers (--until).</source>
        <translation>`lw stride NETWORK` 说明哪些层由主机计算。请让每个图块重新计算共有的部分（--overlap recompute），这样图块单独运行；或让网络在这些层之前结束（--until）。</translation>
    </message>
    <message>
        <source>All tiles run as one program, which Debug All Tiles opens and `lw tile --output` writes. To look at one of them alone, and at what is not right in it, let tiles compute again what they share (--overlap recompute): where nothing overlaps, nothing is wrong.</source>
        <translation>全部图块作为一个程序运行，可用“调试全部图块”打开，`lw tile --output` 写出。要单独查看其中一个及其不正确之处，请让图块重新计算共有的部分（--overlap recompute）：没有重叠之处就没有错误。</translation>
    </message>
    <message>
        <source>What is kept of rows lies at the host of one circuit, and another one has the tiles below. Keep columns alone (--overlap columns), with which each circuit has whole rows of tiles, or nothing (--overlap recompute), with which circuits send each other what tiles share.</source>
        <translation>保留的行在一个电路的主机处，而下方的图块属于另一个电路。请只保留列（--overlap columns），这样每个电路负责整行图块；或什么也不保留（--overlap recompute），这样电路互相发送图块共有的内容。</translation>
    </message>
    <message>
        <source>Let circuits share the input, so that each keeps columns of its own tiles (no --share layers), or let tiles compute again what they share (no --overlap).</source>
        <translation>请让电路共享输入，使每个电路为自己的图块保留列（不用 --share layers），或让图块重新计算共有的部分（不用 --overlap）。</translation>
    </message>
    <message>
        <source>it fits with --policy {0}</source>
        <translation>使用 --policy {0} 可以放下</translation>
    </message>
    <message>
        <source>Tried: that policy keeps in vector memory only what fits there, puts the rest into HBM or computes it again, and has the same gradients.</source>
        <translation>已试过：该策略在向量存储器中只保留放得下的内容，其余放入 HBM 或重新计算，梯度相同。</translation>
    </message>
    <message>
        <source>Tried: of as many images as fit, under the same policy. Fewer images in a batch train otherwise.</source>
        <translation>已试过：在同一策略下，取放得下的图像数。批次中图像较少，训练结果会不同。</translation>
    </message>
    <message>
        <source>it fits with {0} images</source>
        <translation>使用 {0} 幅图像可以放下</translation>
    </message>
    <message>
        <source>Tried: of as many images as HBM has room for beside the rest, in whole batches; all of them lie there while it trains. Give files with fewer images and labels.</source>
        <translation>已试过：取 HBM 中除其余内容外还能放下的图像数，以整批计；训练期间它们全部放在那里。请给出图像和标签较少的文件。</translation>
    </message>
    <message>
        <source>no choice fits: of {0} images, the fewest, parameters and what else every step needs take {1} bytes of vector memory, and values at least {2} at once</source>
        <translation>没有任何选择放得下：即使只有最少的 {0} 幅图像，参数和每个训练步所需的其他内容也占 {1} 字节的向量存储器，值同时至少占 {2} 字节</translation>
    </message>
    <message>
        <source>Tried: every policy, and smaller batches. Make layers smaller or fewer, or take a machine with more &quot;vmemRows&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>已试过：每种策略以及更小的批次。请缩小或减少层，或使用 &quot;vmemRows&quot; 更大的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>A training program that forgets what it has released (`lw train --forget-released`) leaves these rows never-written, and using them is a fault. The plan of what is kept lets go of them too early: please report this as a mistake of Lanewright.</source>
        <translation>忘掉已释放内容的训练程序（`lw train --forget-released`）使这些行重新成为从未写入，使用它们就是故障。保留计划释放得太早：请将此作为 Lanewright 的错误报告。</translation>
    </message>
    <message>
        <source>Outside of comments and strings the language uses printable ASCII characters only. Delete the character, or put the text after # or //.</source>
        <translation>注释和字符串之外只使用可打印的 ASCII 字符。请删除该字符，或把文字放在 # 或 // 之后。</translation>
    </message>
    <message>
        <source>A string begins and ends with &quot; on the same line; it cannot contain a quotation mark.</source>
        <translation>字符串在同一行内以 &quot; 开始和结束；其中不能有引号。</translation>
    </message>
    <message>
        <source>Numbers are written 10, 0x1f, 0b101, 1_000, 1.5, 2.5e-3 or &apos;a&apos;. A name cannot begin with a digit.</source>
        <translation>数写作 10、0x1f、0b101、1_000、1.5、2.5e-3 或 &apos;a&apos;。名称不能以数字开头。</translation>
    </message>
    <message>
        <source>Integers are signed 64-bit numbers, reals are double precision. Use inf for infinity.</source>
        <translation>整数为 64 位有符号数，实数为双精度。无穷大写作 inf。</translation>
    </message>
    <message>
        <source>The file is looked for beside the file that names it, then in the folders of the include path.</source>
        <translation>先在引用它的文件旁边查找，然后在包含路径的各文件夹中查找。</translation>
    </message>
    <message>
        <source>A program that is checked or graded may only read files in its own folder. Put a copy there.</source>
        <translation>被检查或评分的程序只能读取自己文件夹中的文件。请把副本放到那里。</translation>
    </message>
    <message>
        <source>The product of the extents exceeds what 63 bits can hold. Check the shape for a mistyped extent.</source>
        <translation>各维长之积超过 63 位所能表示的数。请检查形状中是否有写错的维度。</translation>
    </message>
    <message>
        <source>A cast to an integer type keeps every value or is refused. Clip or scale the values first, or choose a wider type.</source>
        <translation>转换为整数类型时每个值都保持不变，否则拒绝。请先截断或缩放这些值，或选择更宽的类型。</translation>
    </message>
    <message>
        <source>Types are never converted silently. Say cast({0}) where the tensor is loaded, or convert the file beforehand. bf16 is the one type without a name in .npy files: store its bits as uint16.</source>
        <translation>类型从不悄悄转换。请在加载张量处写 cast({0})，或事先转换文件。.npy 文件中只有 bf16 没有名称：请把它的位存为 uint16。</translation>
    </message>
    <message>
        <source>Tensors are compared and loaded element by element; their shapes must be equal.</source>
        <translation>张量逐元素比较和加载；形状必须相同。</translation>
    </message>
    <message>
        <source>PNG and JPEG pictures can be read, into 1, 3 or 4 channels as the network asks. Convert others beforehand.</source>
        <translation>可以读取 PNG 和 JPEG 图片，按网络所需读成 1、3 或 4 个通道。其他格式请事先转换。</translation>
    </message>
    <message>
        <source>Grey, grey and opacity, red green blue, or those and opacity. Write an .npy file instead, and pick channels there.</source>
        <translation>灰度、灰度加不透明度、红绿蓝，或红绿蓝加不透明度。请改写为 .npy 文件，再在其中挑选通道。</translation>
    </message>
    <message>
        <source>A .npy file begins with the byte 0x93, the letters NUMPY, and a version. Write one with numpy.save(); a .npz archive or a text file must be converted first.</source>
        <translation>.npy 文件以字节 0x93、字母 NUMPY 和版本开头。请用 numpy.save() 写出；.npz 归档或文本文件须先转换。</translation>
    </message>
    <message>
        <source>Versions 1.0, 2.0 and 3.0 can be read.</source>
        <translation>可以读取版本 1.0、2.0 和 3.0。</translation>
    </message>
    <message>
        <source>The header is a Python dictionary with exactly the keys &apos;descr&apos;, &apos;fortran_order&apos; and &apos;shape&apos;, as numpy.save() writes it.</source>
        <translation>文件头是 Python 字典，恰有 &apos;descr&apos;、&apos;fortran_order&apos; 和 &apos;shape&apos; 三个键，如 numpy.save() 所写。</translation>
    </message>
    <message>
        <source>Floats of 2, 4 and 8 bytes, integers of 1 to 8 bytes and bool can be loaded, in either byte order. Convert others beforehand, for example with array.astype(numpy.float32).</source>
        <translation>可以加载 2、4、8 字节的浮点数，1 至 8 字节的整数和 bool，字节序不限。其他类型请事先转换，例如 array.astype(numpy.float32)。</translation>
    </message>
    <message>
        <source>The file was cut off, or something was appended to it, or its header was changed.</source>
        <translation>文件被截断、末尾被追加了内容，或文件头被改动。</translation>
    </message>
    <message>
        <source>A bool is stored as a byte of 0 or 1. The data is damaged, or was of another type.</source>
        <translation>bool 存为一个字节，0 或 1。数据已损坏，或本是另一种类型。</translation>
    </message>
    <message>
        <source>An .npz file is a ZIP archive of .npy files, stored or deflated, as numpy.savez() and numpy.savez_compressed() write it.</source>
        <translation>.npz 文件是 .npy 文件的 ZIP 归档，存储或压缩均可，如 numpy.savez() 和 numpy.savez_compressed() 所写。</translation>
    </message>
    <message>
        <source>Trained are conv, dense, batch_norm, relu, leaky_relu, max_pool, average_pool, add of two values of one shape, concat and flatten; softmax belongs to the loss softmax_cross_entropy. Make the layer of these, or end the network before it with --until.</source>
        <translation>可训练的有 conv、dense、batch_norm、relu、leaky_relu、max_pool、average_pool、形状相同的两个值的 add、concat 和 flatten；softmax 属于损失 softmax_cross_entropy。请用它们组成该层，或用 --until 让网络在它之前结束。</translation>
    </message>
    <message>
        <source>Leave &quot;activation&quot; out and let a layer of the kind relu read this one, so that what is kept of each of the two can be chosen.</source>
        <translation>请去掉 &quot;activation&quot;，让一个 relu 层读取此层，以便分别选择两者保留什么。</translation>
    </message>
    <message>
        <source>The first output must be a list, as a dense layer makes it. For other shapes there is the loss mean_squares.</source>
        <translation>第一个输出必须是列表，如 dense 层所给。其他形状可用损失 mean_squares。</translation>
    </message>
    <message>
        <source>The first extent is the batch, the others are those of the network. .npy files of other types are converted with array.astype(numpy.float32), labels with array.astype(numpy.int64).</source>
        <translation>第一维为批次，其余为网络的各维。其他类型的 .npy 文件用 array.astype(numpy.float32) 转换，标签用 array.astype(numpy.int64)。</translation>
    </message>
    <message>
        <source>Images and targets are finite numbers: one that is not makes everything that it meets NaN. Remove the image, or look how the number came about.</source>
        <translation>图像和目标是有限的数：不是的会使它遇到的一切变为 NaN。请去掉该图像，或查看该数是怎么来的。</translation>
    </message>
    <message>
        <source>Labels count from 0. Subtract 1 from labels that count from 1, or give the last layer more &quot;channels&quot;.</source>
        <translation>标签从 0 数起。从 1 数起的标签请减 1，或给最后一层更多 &quot;channels&quot;。</translation>
    </message>
    <message>
        <source>One number has no variance. Train with a larger batch, or leave batch_norm out where an image is one pixel.</source>
        <translation>一个数没有方差。请用较大的批次训练，或在图像只有一个像素处去掉 batch_norm。</translation>
    </message>
    <message>
        <source>Bring both to the same shape, for instance with a convolution of 1 x 1.</source>
        <translation>请把两者变为同一形状，例如用 1 x 1 的卷积。</translation>
    </message>
    <message>
        <source>Its gradient is told from the sign of what it computes; alpha must be 0 or more.</source>
        <translation>它的梯度由计算结果的符号得出；alpha 必须为 0 或以上。</translation>
    </message>
    <message>
        <source>Integers are scaled by requantisation only. Fold a batch_norm into the weights before it; a function of one value, such as sigmoid or leaky_relu, is a table. `lw net quantise` makes both of a float32 network. Leave out with --until what follows the last layer that integers can do.</source>
        <translation>整数只通过重新量化来缩放。请把 batch_norm 并入其前的权重；一元函数如 sigmoid 或 leaky_relu 用表实现。`lw net quantise` 从 float32 网络生成这两者。请用 --until 去掉整数所能计算的最后一层之后的部分。</translation>
    </message>
    <message>
        <source>there is no file &apos;{0}&apos;, which training.data of &apos;{1}&apos; names as its {2}</source>
        <translation>没有文件“{0}”，而“{1}”的 training.data 把它列为 {2}</translation>
    </message>
    <message>
        <source>A network file names its data relative to its own folder, so a copy of it elsewhere needs the data as well: copy them along, change training.data.{2}, or name others with --data and --labels.</source>
        <translation>网络文件按自身所在文件夹的相对路径指明数据，因此复制到别处时也需要这些数据：把数据一并复制过去，修改 training.data.{2}，或用 --data 与 --labels 指定其他数据。</translation>
    </message>
    <message>
        <source>what if asks of &quot;{0}&quot; twice</source>
        <translation>假设中两次问到“{0}”</translation>
    </message>
    <message>
        <source>Nothing says which of the two is meant: leave one out.</source>
        <translation>无从得知指的是哪一个：请去掉其中之一。</translation>
    </message>
    <message>
        <source>no choice was found that keeps within {0} ({1})</source>
        <translation>没有找到能保持在 {0} 以内的选择（{1}）</translation>
    </message>
    <message>
        <source>What is decided by hand counts, and so does the schedule. `lw recompute` says which --budget or --budget-vmem is enough. Where parameters leave too little of VMEM, none is: take a smaller batch, since all but the sums over it grows with it, or a machine with more &quot;vmemRows&quot;.</source>
        <translation>手动决定的内容和调度都计算在内。`lw recompute` 会说明多大的 --budget 或 --budget-vmem 足够。若参数留下的 VMEM 太少，则没有足够的预算：请用更小的批次，因为除按批次求和之外一切都随它增长；或用 &quot;vmemRows&quot; 更大的机器。</translation>
    </message>
    <message>
        <source>--budget {0} is enough</source>
        <translation>--budget {0} 足够</translation>
    </message>
    <message>
        <source>Tried, with the rest as it is: the least that was found.</source>
        <translation>已试过，其余不变：这是找到的最小值。</translation>
    </message>
    <message>
        <source>--budget-vmem {0} is enough</source>
        <translation>--budget-vmem {0} 足够</translation>
    </message>
    <message>
        <source>--budget {0} with --budget-vmem {1} is enough</source>
        <translation>--budget {0} 配合 --budget-vmem {1} 足够</translation>
    </message>
    <message>
        <source>Tried: the least of VMEM that was found, and with that the least of both memories.</source>
        <translation>已试过：这是找到的最小 VMEM，以及在此之下两种存储器合计的最小值。</translation>
    </message>
    <message>
        <source>what is kept in VMEM takes {0} bytes at once, {1} more than there may be ({2})</source>
        <translation>保留在 VMEM 中的内容同时占 {0} 字节，比允许的多 {1}（{2}）</translation>
    </message>
    <message>
        <source>A fixed policy says what is kept, whatever there is room for: as much as can wait in HBM is moved there already. `lw train` makes no program of what does not fit. --policy budget looks for a choice that does.</source>
        <translation>固定策略规定保留什么，不管是否放得下：能在 HBM 中等待的都已移到那里。`lw train` 不会为放不下的内容生成程序。--policy budget 会寻找放得下的选择。</translation>
    </message>
    <message>
        <source>--policy budget keeps within it</source>
        <translation>--policy budget 能保持在其内</translation>
    </message>
    <message>
        <source>Tried, with what is decided by hand: other values are kept, and the gradients are the same.</source>
        <translation>已试过，包括手动决定的内容：保留的是其他值，梯度相同。</translation>
    </message>
    <message>
        <source>--policy budget with --budget-vmem {0} is enough</source>
        <translation>--policy budget 与 --budget-vmem {0} 一起足够</translation>
    </message>
    <message>
        <source>Tried: the policy that is asked for keeps more at once than there is, and that one decides otherwise, with the same gradients.</source>
        <translation>已试过：所要求的策略同时保留的内容超过现有空间，而该策略另作决定，梯度相同。</translation>
    </message>
    <message>
        <source>The chip&apos;s programs know conv without groups, dense, batch_norm, relu, leaky_relu, add, max_pool, average_pool, flatten and concat. Nothing else can be trained there; more classes than lanes can by the loss mean_squares, or on a machine of more lanes.</source>
        <translation>芯片的程序支持不分组的 conv、dense、batch_norm、relu、leaky_relu、add、max_pool、average_pool、flatten 和 concat。其他的不能在那里训练；类别多于向量通道数时可用损失 mean_squares，或用向量通道更多的机器。</translation>
    </message>
    <message>
        <source>Each product of a tap with a block of channels takes some bundles, and so does what is computed again. `lw train` says what fits; else make layers fewer or smaller, or take a machine with more &quot;instructionBundles&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>一个抽头与一块通道的每次乘积需要若干指令束，重新计算的内容也是。`lw train` 会说明什么放得下；否则请减少或缩小层，或用 &quot;instructionBundles&quot; 更大的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>a {0} has &quot;channels&quot; in place of weights, but the network has no &quot;training&quot;</source>
        <translation>一个 {0} 用 &quot;channels&quot; 代替了权重，但网络没有 &quot;training&quot;</translation>
    </message>
    <message>
        <source>Weights come from a seed only where the file says how they are trained: add &quot;training&quot;: {&quot;batch&quot;: 32, &quot;loss&quot;: &quot;softmax_cross_entropy&quot;} beside &quot;layers&quot;, or give the layer its weights.</source>
        <translation>只有文件说明如何训练时权重才由种子产生：请在 &quot;layers&quot; 旁加上 &quot;training&quot;: {&quot;batch&quot;: 32, &quot;loss&quot;: &quot;softmax_cross_entropy&quot;}，或给出该层的权重。</translation>
    </message>
    <message>
        <source>`lw train` makes no program of this: {0}</source>
        <translation>`lw train` 无法由此生成程序：{0}</translation>
    </message>
    <message>
        <source>What the memories and queues of the machine hold is in `lw config training --print`. What waits longest is in HBM already, but what one part of the step needs must be in vector memory at once.</source>
        <translation>机器的存储器和队列的容量见 `lw config training --print`。等待最久的内容已在 HBM 中，但训练步的某一部分所需的内容必须同时在向量存储器中。</translation>
    </message>
    <message>
        <source>it fits with --budget {0}</source>
        <translation>使用 --budget {0} 可以放下</translation>
    </message>
    <message>
        <source>Tried: with a budget of what parameters leave of vector memory nothing waits in HBM, so that no transfers are needed for it; what finds no room is computed again, with the same gradients.</source>
        <translation>已试过：预算等于参数在向量存储器中留下的空间时，没有内容在 HBM 中等待，因此不需要为此传输；放不下的重新计算，梯度相同。</translation>
    </message>
    <message>
        <source>in &apos;{0}&apos;</source>
        <translation>在“{0}”中</translation>
    </message>
    <message>
        <source>The file that the problem is in, as --data or --labels or the network&apos;s file names it.</source>
        <translation>问题所在的文件，由 --data、--labels 或网络文件指出。</translation>
    </message>
    <message>
        <source>there are {0} images, but {1} {2}</source>
        <translation>有 {0} 幅图像，但有 {1} 个 {2}</translation>
    </message>
    <message>
        <source>Each image has one label or target: the first extents of the two files must be equal.</source>
        <translation>每幅图像有一个标签或目标：两个文件的第一维必须相等。</translation>
    </message>
    <message>
        <source>Sums of an int8 network are int32. A layer that multiplies, looks codes up or compares channels reads int8: give the layer before it a &quot;requant&quot;; an argmax cannot have one, so that only layers that move, add or compare its numbers can read it. add reads two int8 values or two int32 ones.</source>
        <translation>int8 网络的和是 int32。做乘法、查表或比较通道的层读取 int8：请给它前面的层加上 &quot;requant&quot;；argmax 不能有它，因此只有移动、相加或比较其数的层才能读取它。add 读取两个 int8 值或两个 int32 值。</translation>
    </message>
    <message>
        <source>It is not made int8. Compute it of the numbers that the codes of the output stand for.</source>
        <translation>它不会变成 int8。请由输出编码所代表的数来计算它。</translation>
    </message>
    <message>
        <source>neural network processor</source>
        <translation>神经网络处理器</translation>
    </message>
    <message>
        <source>Chain sequencer</source>
        <translation>链定序器</translation>
    </message>
    <message>
        <source>First MFU</source>
        <translation>第一个 MFU</translation>
    </message>
    <message>
        <source>Second MFU</source>
        <translation>第二个 MFU</translation>
    </message>
    <message>
        <source>rows of matrices</source>
        <translation>矩阵的行</translation>
    </message>
    <message>
        <source>sums in FP16</source>
        <translation>FP16 的和</translation>
    </message>
    <message>
        <source>chain sequencer</source>
        <translation>链定序器</translation>
    </message>
    <message>
        <source>vector memory manager</source>
        <translation>向量存储管理器</translation>
    </message>
    <message>
        <source>matrix memory manager</source>
        <translation>矩阵存储管理器</translation>
    </message>
    <message>
        <source>matrix vector multiplier</source>
        <translation>矩阵向量乘法器</translation>
    </message>
    <message>
        <source>multifunction units</source>
        <translation>多功能单元</translation>
    </message>
    <message>
        <source>native vectors that a product gives</source>
        <translation>一次乘积给出的原生向量数</translation>
    </message>
    <message>
        <source>cols</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>native vectors that a product takes</source>
        <translation>一次乘积所取的原生向量数</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>迭代次数</translation>
    </message>
    <message>
        <source>how often a chain runs</source>
        <translation>链运行的次数</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>中间位数</translation>
    </message>
    <message>
        <source>mantissa bits of v_wr.q</source>
        <translation>v_wr.q 的尾数位数</translation>
    </message>
    <message>
        <source>from the network</source>
        <translation>来自网络</translation>
    </message>
    <message>
        <source>vectors that chains have taken</source>
        <translation>链已取走的向量</translation>
    </message>
    <message>
        <source>to the network</source>
        <translation>发往网络</translation>
    </message>
    <message>
        <source>vectors that chains have written</source>
        <translation>链已写出的向量</translation>
    </message>
    <message>
        <source>terms cut</source>
        <translation>被截的项</translation>
    </message>
    <message>
        <source>products of a row that lost bits below the accumulator&apos;s window</source>
        <translation>在累加器窗口之下丢失了位的行乘积</translation>
    </message>
    <message>
        <source>InitialVrf</source>
        <translation>InitialVrf</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>vectors that travel in the chain</source>
        <translation>在链中行进的向量</translation>
    </message>
    <message>
        <source>AddSubVrf0</source>
        <translation>AddSubVrf0</translation>
    </message>
    <message>
        <source>MultiplyVrf</source>
        <translation>MultiplyVrf</translation>
    </message>
    <message>
        <source>AddSubVrf1</source>
        <translation>AddSubVrf1</translation>
    </message>
    <message>
        <source>the program has {0} instructions, the memory of {1} holds {2}</source>
        <translation>程序有 {0} 条指令，{1} 的存储器只能容纳 {2} 条</translation>
    </message>
    <message>
        <source>the sequencer is taken</source>
        <translation>指令序列器被占用</translation>
    </message>
    <message>
        <source>the sequencer is at the instruction before until clock {0}</source>
        <translation>指令序列器在第 {0} 个时钟之前仍在处理前一条指令</translation>
    </message>
    <message>
        <source>vectors are on their way</source>
        <translation>向量还在途中</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would read a vector before it is written</source>
        <translation>若链早于第 {0} 个时钟开始，就会在向量写入之前读取它</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would multiply by a matrix before it is written</source>
        <translation>若链早于第 {0} 个时钟开始，就会在矩阵写入之前用它相乘</translation>
    </message>
    <message>
        <source>weights are still used</source>
        <translation>权重仍在使用</translation>
    </message>
    <message>
        <source>begun before clock {0}, it would replace a matrix that is still multiplied by</source>
        <translation>若早于第 {0} 个时钟开始，就会替换仍在参与乘法的矩阵</translation>
    </message>
    <message>
        <source>vectors are still being read</source>
        <translation>向量仍在读取中</translation>
    </message>
    <message>
        <source>the chain before is reading its vectors until clock {0}</source>
        <translation>前一条链在第 {0} 个时钟之前仍在读取其向量</translation>
    </message>
    <message>
        <source>the multiplier is taken</source>
        <translation>乘法器被占用</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would find the multiplier taken</source>
        <translation>若链早于第 {0} 个时钟开始，乘法器仍被占用</translation>
    </message>
    <message>
        <source>the first MFU is taken</source>
        <translation>第一个 MFU 被占用</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would find a part of the first MFU taken</source>
        <translation>若链早于第 {0} 个时钟开始，第一个 MFU 的某一部分仍被占用</translation>
    </message>
    <message>
        <source>the second MFU is taken</source>
        <translation>第二个 MFU 被占用</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would find a part of the second MFU taken</source>
        <translation>若链早于第 {0} 个时钟开始，第二个 MFU 的某一部分仍被占用</translation>
    </message>
    <message>
        <source>older results are being written</source>
        <translation>较早的结果仍在写入</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would write before older results are written</source>
        <translation>若链早于第 {0} 个时钟开始，就会在较早的结果写入之前写入</translation>
    </message>
    <message>
        <source>halt waits for chains</source>
        <translation>halt 等待各条链</translation>
    </message>
    <message>
        <source>halt waits until clock {0} for chains that are under way</source>
        <translation>halt 等待进行中的链，直到第 {0} 个时钟</translation>
    </message>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}；{1}</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; (instruction {1}) reads {2} {3}, which nothing has written</source>
        <translation>“{0}”（指令 {1}）读取 {2} {3}，但此处从未被写入</translation>
    </message>
    <message>
        <source>{0} is for the {1}, whose programs have no chains</source>
        <translation>{0} 是为 {1} 编写的，其程序不由链组成</translation>
    </message>
    <message>
        <source>Software is made of firmware of a neural network processor: `.chip nnp`. See `lw manual processor`.</source>
        <translation>软件由神经网络处理器的固件生成：`.chip nnp`。参见 `lw manual processor`。</translation>
    </message>
    <message>
        <source>the firmware executes more operations than the {0} that software is made of</source>
        <translation>固件执行的操作多于生成软件时的上限 {0}</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; cannot be put on the neural network processor: {2}</source>
        <translation>{0}“{1}”不能放到神经网络处理器上：{2}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is an int8 network; the processor rounds to block floating point by itself</source>
        <translation>“{0}”是 int8 网络；处理器自己会舍入为块浮点</translation>
    </message>
    <message>
        <source>Give the float32 network that it was made of. How many bits mantissas have is said by the machine file.</source>
        <translation>请给出生成它的 float32 网络。尾数有多少位由机器文件规定。</translation>
    </message>
    <message>
        <source>a step of &quot;{0}&quot; takes {1} native vectors, and a place moves by at most {2} of them in a turn of a loop of {3}</source>
        <translation>“{0}”的一步占 {1} 个原生向量，而在 {3} 的循环中，位置每轮最多移动 {2} 个</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; needs {1} vectors of {2} in a row, {3} has {4}, and {5} of them are free in a row</source>
        <translation>“{0}”需要 {2} 中连续的 {1} 个向量；{3} 有 {4} 个，其中连续空闲的有 {5} 个</translation>
    </message>
    <message>
        <source>Values lie there from when they are computed until they are last read. Take a machine with more vectors in that file (a copy of what `lw config nnp-teaching --print` shows), or a smaller picture.</source>
        <translation>数值从算出到最后一次读取都放在那里。请换用该寄存器堆向量更多的机器（复制 `lw config nnp-teaching --print` 的输出后修改），或用更小的图像。</translation>
    </message>
    <message>
        <source>{0} take {1} {2}, {3} has room for {4}</source>
        <translation>{0} 占 {1} {2}，而 {3} 只能放 {4}</translation>
    </message>
    <message>
        <source>Take a machine with more bytes there (a copy of what `lw config nnp-teaching --print` shows), or a smaller network.</source>
        <translation>请换用那里字节更多的机器（复制 `lw config nnp-teaching --print` 的输出后修改），或用更小的网络。</translation>
    </message>
    <message>
        <source>Every row of an image has chains of its own. Take a machine with more &quot;instructionRows&quot; (a copy of what `lw config nnp-teaching --print` shows), or a smaller picture.</source>
        <translation>图像的每一行都有自己的链。请换用 &quot;instructionRows&quot; 更多的机器（复制 `lw config nnp-teaching --print` 的输出后修改），或用更小的图像。</translation>
    </message>
    <message>
        <source>a pixel of &quot;{0}&quot; takes {1} native vectors, and a chain of {2} holds {3}</source>
        <translation>“{0}”的一个像素占 {1} 个原生向量，而 {2} 的一条链只能容纳 {3} 个</translation>
    </message>
    <message>
        <source>Take a machine with more &quot;chainVectors&quot; or a larger &quot;nativeDimension&quot; (a copy of what `lw config nnp-teaching --print` shows).</source>
        <translation>请换用 &quot;chainVectors&quot; 更多或 &quot;nativeDimension&quot; 更大的机器（复制 `lw config nnp-teaching --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>Such a value could not be held. Take a smaller picture, or check strides, padding and factors for mistyped numbers.</source>
        <translation>这样的值放不下。请换一幅较小的图像，或检查步幅、填充和倍数是否写错。</translation>
    </message>
    <message>
        <source>the hint is not true: {0}</source>
        <translation>该提示与事实不符：{0}</translation>
    </message>
    <message>
        <source>A vector register holds as many images at one pixel as the machine has sublanes, and only whole ones are computed: images that were added to fill it would count in the sums of batch norms. Take that many images, or a machine with fewer &quot;sublanes&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>一个向量寄存器在一个像素处容纳的图像数等于机器的子通道数，且只计算装满的寄存器：为填满它而添加的图像会计入批归一化的求和。请取这么多幅图像，或使用 &quot;sublanes&quot; 较少的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>the program needs {0} words of scalar memory, {1} has {2}</source>
        <translation>程序需要 {0} 个字的标量存储器，{1} 有 {2} 个</translation>
    </message>
    <message>
        <source>Most of them are descriptors of transfers, of 15 words: one of each way, and those of a batch, where a convolution of the images by im2col has one for each tap (`--convolution shifted` does without). Take a machine with more &quot;smemWords&quot; (a copy of what `lw config training --print` shows).</source>
        <translation>其中大部分是传输描述符，每个 15 个字：每种走向一个，另有批次的描述符，其中用 im2col 对图像作卷积时每个抽头一个（`--convolution shifted` 则不需要）。请使用 &quot;smemWords&quot; 更多的机器（复制 `lw config training --print` 的输出后修改）。</translation>
    </message>
    <message>
        <source>in a hint {0} is expected here, not {1}</source>
        <translation>提示中此处应为 {0}，而不是 {1}</translation>
    </message>
    <message>
        <source>no array has a name that the firmware gives to a value; it gives: {0}</source>
        <translation>没有一个数组的名称与固件给值所起的名称相符；固件给出的有：{0}</translation>
    </message>
    <message>
        <source>Values are found by the names of hints (`;@tensor NAME vec 8 at InitialVrf[0..1]`, `;@out y vec 8 to NetQ`) and of tensors in netin and netout. Name the arrays so, or write --map FILE with {&quot;name&quot;: &quot;array&quot;, ...}.</source>
        <translation>值按提示中的名称（`;@tensor NAME vec 8 at InitialVrf[0..1]`、`;@out y vec 8 to NetQ`）以及 netin 和 netout 中张量的名称查找。请如此命名数组，或用 --map FILE 给出 {&quot;name&quot;: &quot;array&quot;, ...}。</translation>
    </message>
    <message>
        <source>array {0} has {1} numbers, the firmware writes {2} to the place of that name ({3} with what fills vectors up)</source>
        <translation>数组 {0} 有 {1} 个数，而固件向该名称的位置写入 {2} 个（连同填满向量的部分为 {3} 个）</translation>
    </message>
    <message>
        <source>An array has the numbers of all writes to its place, one after the other, in the order of the firmware.</source>
        <translation>数组依固件的顺序逐一包含写入其位置的所有数。</translation>
    </message>
    <message>
        <source>A map of names is a JSON object: {&quot;name in the firmware&quot;: &quot;name of the array&quot;, ...}.</source>
        <translation>名称映射是一个 JSON 对象：{&quot;固件中的名称&quot;: &quot;数组的名称&quot;, ...}。</translation>
    </message>
    <message>
        <source>Its file leaves rows or columns open (null). `lw tile` takes the size of the picture, or of --size, `lw rf` and `lw net` that of --size; for other commands `lw net convert --size` writes a file that has one.</source>
        <translation>文件中行或列未定（null）。`lw tile` 取图像的大小或 --size 的大小，`lw rf` 和 `lw net` 取 --size 的大小；对其他命令，请用 `lw net convert --size` 写出一个大小确定的文件。</translation>
    </message>
    <message>
        <source>`store` is for every value, `recompute` for every one but the network&apos;s input and output, `inverse` for what a batch norm reads, if what the norm computes is stored and no other layer needs what it reads, `mask` for what relu or leaky_relu gives, and `bf16` for every value but the network&apos;s input and output.</source>
        <translation>`store` 适用于每个值，`recompute` 适用于除网络输入和输出之外的每个值，`inverse` 适用于批归一化所读的值，条件是归一化的结果被存储，且没有其他层需要它所读的值，`mask` 适用于 relu 或 leaky_relu 给出的值，`bf16` 适用于除网络输入和输出之外的每个值。</translation>
    </message>
    <message>
        <source>Decisions, bytes and clocks are shown for it; a program for the training chip, or a module for PyTorch, is made for float32: leave element out of --what-if. What is kept for the backward pass may be bfloat16: --policy bf16.</source>
        <translation>可为它显示决定、字节数和时钟数；训练芯片的程序或 PyTorch 的模块只为 float32 生成：请从 --what-if 中去掉 element。为反向传播保留的值可以是 bfloat16：--policy bf16。</translation>
    </message>
    <message>
        <source>{0} values</source>
        <translation>{0} 个值</translation>
    </message>
    <message>
        <source>{0} value</source>
        <translation>{0} 个值</translation>
    </message>
    <message>
        <source>{0} vectors</source>
        <translation>{0} 个向量</translation>
    </message>
    <message>
        <source>{0} vector</source>
        <translation>{0} 个向量</translation>
    </message>
    <message>
        <source>{0} matrices</source>
        <translation>{0} 个矩阵</translation>
    </message>
    <message>
        <source>{0} matrix</source>
        <translation>{0} 个矩阵</translation>
    </message>
    <message>
        <source>{0} has {1} numbers, and the firmware gives {2}</source>
        <translation>{0} 有 {1} 个数，而固件给出 {2} 个</translation>
    </message>
    <message>
        <source>The software was changed, and has other values than the graph it was made of. Write it again.</source>
        <translation>软件被改动过，其值与生成它的图不同。请重新写出。</translation>
    </message>
    <message>
        <source>{0} could not run the software: {1}</source>
        <translation>{0} 无法运行软件：{1}</translation>
    </message>
    <message>
        <source>Software in Python needs python3 with NumPy or PyTorch, software in C++ a compiler, g++. What they say is the last line of theirs; the software is in the folder that Save names, to be run by hand.</source>
        <translation>Python 软件需要带 NumPy 或 PyTorch 的 python3，C++ 软件需要编译器 g++。上面是它们输出的最后一行；可用“保存”将软件存入文件夹后手动运行。</translation>
    </message>
    <message>
        <source>no python3 has the module {0}</source>
        <translation>没有 python3 带有模块 {0}</translation>
    </message>
    <message>
        <source>Looked for as `python3` on the PATH and as /usr/bin/python3. Install it (Debian: python3-numpy, python3-torch), or compare another language.</source>
        <translation>已在 PATH 中的 `python3` 和 /usr/bin/python3 中查找。请安装它（Debian：python3-numpy、python3-torch），或比较另一种语言。</translation>
    </message>
    <message>
        <source>a block over all columns; a block is one native vector, or one row of one native matrix</source>
        <translation>一个块跨越了所有列；一个块是一个原生向量，或一个原生矩阵的一行</translation>
    </message>
    <message>
        <source>sums of products in float32, which does not hold them; use integers or float64</source>
        <translation>乘积之和用 float32 计算，容纳不下；请用整数或 float64</translation>
    </message>
    <message>
        <source>the rounding to a block is elsewhere; it belongs where v_wr.q is, and nowhere else</source>
        <translation>舍入成块的位置不对；它只在 v_wr.q 处进行，别处没有</translation>
    </message>
    <message>
        <source>rounded to FP16 once at the end; every function of an MFU rounds</source>
        <translation>只在最后舍入到 FP16 一次；MFU 的每个函数都会舍入</translation>
    </message>
    <message>
        <source>a product with the identity was left out; it rounds its vector to a block</source>
        <translation>省去了与单位矩阵的乘积；它会将其向量舍入成块</translation>
    </message>
    <message>
        <source>the value that stood at this location before, or came there later</source>
        <translation>此位置之前的值，或后来才写入的值</translation>
    </message>
    <message>
        <source>the operands of a difference are swapped; vv_a_sub_b is what travels minus the operand</source>
        <translation>差的操作数被交换了；vv_a_sub_b 是传送中的值减去操作数</translation>
    </message>
    <message>
        <source>other limits of a block: mantissas go from -2^(b-1) to 2^(b-1)-1, exponents are clamped</source>
        <translation>块的界限不同：尾数从 -2^(b-1) 到 2^(b-1)-1，指数会被限制在范围内</translation>
    </message>
    <message>
        <source>padding of zero in the place of minus infinity</source>
        <translation>填充用了零，而应为负无穷</translation>
    </message>
    <message>
        <source>other vectors of the queue; each read takes the oldest ones</source>
        <translation>取了队列中的其他向量；每次读取取最旧的</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>the first vector of the picture of v_rd.w</source>
        <translation>v_rd.w 所读图像的第一个向量</translation>
    </message>
    <message>
        <source>picture_width</source>
        <translation>图像宽度</translation>
    </message>
    <message>
        <source>pixels in a row of it</source>
        <translation>图像每行的像素数</translation>
    </message>
    <message>
        <source>picture_height</source>
        <translation>图像高度</translation>
    </message>
    <message>
        <source>its rows</source>
        <translation>其行数</translation>
    </message>
    <message>
        <source>picture_depth</source>
        <translation>图像深度</translation>
    </message>
    <message>
        <source>native vectors of a pixel</source>
        <translation>每个像素的原生向量数</translation>
    </message>
    <message>
        <source>window_width</source>
        <translation>窗口宽度</translation>
    </message>
    <message>
        <source>pixels in a row of a window</source>
        <translation>窗口每行的像素数</translation>
    </message>
    <message>
        <source>window_height</source>
        <translation>窗口高度</translation>
    </message>
    <message>
        <source>stride_x</source>
        <translation>横向步幅</translation>
    </message>
    <message>
        <source>pixels from a window to the one beside it</source>
        <translation>与旁边窗口相距的像素数</translation>
    </message>
    <message>
        <source>stride_y</source>
        <translation>纵向步幅</translation>
    </message>
    <message>
        <source>rows from a window to the one below it</source>
        <translation>与下方窗口相距的行数</translation>
    </message>
    <message>
        <source>pad_left</source>
        <translation>左侧填充</translation>
    </message>
    <message>
        <source>pixels of the first window before the picture</source>
        <translation>第一个窗口位于图像之前的像素数</translation>
    </message>
    <message>
        <source>pad_top</source>
        <translation>上方填充</translation>
    </message>
    <message>
        <source>rows of the first window above the picture</source>
        <translation>第一个窗口位于图像之上的行数</translation>
    </message>
    <message>
        <source>windows_across</source>
        <translation>每行窗口数</translation>
    </message>
    <message>
        <source>windows in a row</source>
        <translation>一行中的窗口数</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充值</translation>
    </message>
    <message>
        <source>FP16 code of what is beyond the picture</source>
        <translation>图像之外所用的 FP16 编码</translation>
    </message>
    <message>
        <source>length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>elements of which v_softmax makes one vector; {0}: all</source>
        <translation>v_softmax 作为一个向量处理的元素数；{0} 表示全部</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>舍入方式</translation>
    </message>
    <message>
        <source>of mantissas: {0} to nearest even, {1} toward zero, {2} by chance</source>
        <translation>尾数的舍入：{0} 向最近偶数，{1} 向零，{2} 随机</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>of rounding by chance</source>
        <translation>随机舍入所用</translation>
    </message>
    <message>
        <source>repetitions, macros and included files make more than {0} lines</source>
        <translation>重复、宏和包含文件产生的行超过 {0} 行</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; was read by this command and is not written over</source>
        <translation>本命令读取过“{0}”，因此不覆盖它</translation>
    </message>
    <message>
        <source>What was read would be lost. Name another file for what comes out.</source>
        <translation>否则读取的内容会丢失。请为输出指定另一个文件。</translation>
    </message>
    <message>
        <source>{0} &quot;{1}&quot; reads &quot;{2}&quot; of shape {3}, which is not a sequence</source>
        <translation>{0}“{1}”读取形状为 {3} 的“{2}”，它不是序列</translation>
    </message>
    <message>
        <source>It reads [steps, features], or [1, steps, features]: an image of one row, whose pixels are the steps. A layer of the kind reshape makes one of other values.</source>
        <translation>它读取 [步, 特征] 或 [1, 步, 特征]：即只有一行的图像，其像素就是各步。reshape 类的层可把其他值变成这样。</translation>
    </message>
    <message>
        <source>the program names a machine file of its own: {0}</source>
        <translation>程序指定了自己的机器文件：{0}</translation>
    </message>
    <message>
        <source>Graded programs run on the machine that the check names, or on a built-in one: name that with .chip.</source>
        <translation>评分的程序运行在检查所指定的机器或内置机器上：请用 .chip 指定内置机器。</translation>
    </message>
    <message>
        <source>the file &apos;{0}&apos; is kept from programs that are checked</source>
        <translation>文件“{0}”不允许被检查的程序读取</translation>
    </message>
    <message>
        <source>It says what must come out, or belongs to checks. What a program may read are the other files of its own folder.</source>
        <translation>它写明了应得的结果，或属于检查本身。程序可读取的是自己文件夹中的其他文件。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a regular file</source>
        <translation>“{0}”不是普通文件</translation>
    </message>
    <message>
        <source>A program that is checked reads regular files: no folders, pipes or devices.</source>
        <translation>被检查的程序只读取普通文件：不读文件夹、管道或设备。</translation>
    </message>
    <message>
        <source>the file &apos;{0}&apos; is not one that this program may read</source>
        <translation>文件“{0}”不在此程序可读取的文件之列</translation>
    </message>
    <message>
        <source>The check lists what its program may read (&quot;reads&quot;). Put what is needed into these files.</source>
        <translation>检查列出了其程序可读取的文件（&quot;reads&quot;）。请把需要的内容放进这些文件。</translation>
    </message>
    <message>
        <source>another count of vectors of each window; reads of a window take whole pixels, together all of it</source>
        <translation>每个窗口的向量数不同；对一个窗口的各次读取都取整像素，合起来是整个窗口</translation>
    </message>
    <message>
        <source>the vectors of a turn begin at another place; look at inc</source>
        <translation>一轮的向量从别处开始；请看 inc</translation>
    </message>
    <message>
        <source>operand &apos;{0}&apos; of &apos;{1}&apos; must be {2}{3}</source>
        <translation>“{1}”的操作数“{0}”必须是 {2}{3}</translation>
    </message>
    <message>
        <source>the instructions of a bundle are separated by &apos;;&apos;, not by &apos;,&apos;</source>
        <translation>一个指令束中的指令用“;”分隔，不用“,”</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not an instruction of this chip: {1}</source>
        <translation>“{0}”不是此芯片的指令：{1}</translation>
    </message>
    <message>
        <source>the program must begin with .chip: .chip training, .chip inference or .chip nnp</source>
        <translation>程序必须以 .chip 开头：.chip training、.chip inference 或 .chip nnp</translation>
    </message>
    <message>
        <source>a constant is given as NAME=VALUE with a number, not as &quot;{0}&quot;</source>
        <translation>常量写成 NAME=VALUE，其中 VALUE 是一个数，而不是“{0}”</translation>
    </message>
    <message>
        <source>the program has no .equ {0} to be given another value</source>
        <translation>程序没有可以替换其值的 .equ {0}</translation>
    </message>
    <message>
        <source>with its arguments it reads: {0}</source>
        <translation>代入参数后是：{0}</translation>
    </message>
    <message>
        <source>the program goes on after its last bundle, {0}: end it with halt</source>
        <translation>程序执行到了最后一个指令束 {0} 之后：请以 halt 结束</translation>
    </message>
    <message>
        <source>{0} holds {1}, the file {2}; {3}</source>
        <translation>{0} 存放 {1}，文件存放 {2}；{3}</translation>
    </message>
    <message>
        <source>Numbers are never converted silently. In a project or check file a cast is asked for by &quot;cast&quot;: true. bf16 has no name in .npy files: its patterns are stored as uint16, and &quot;cast&quot;: &quot;bf16&quot; asks for their values.</source>
        <translation>数值绝不会在不知不觉中被转换。在项目文件或检查文件中用 &quot;cast&quot;: true 要求转换。.npy 文件中没有 bf16 这个名称：它的位模式存为 uint16，用 &quot;cast&quot;: &quot;bf16&quot; 要求取它们的值。</translation>
    </message>
    <message>
        <source>&quot;cast&quot; must be true, false or &quot;bf16&quot;</source>
        <translation>“cast”必须是 true、false 或 &quot;bf16&quot;</translation>
    </message>
    <message>
        <source>true converts the numbers of the file to the tensor&apos;s type; &quot;bf16&quot; takes the uint16 of the file as patterns of bf16 and converts their values.</source>
        <translation>true 把文件中的数转换为张量的类型；&quot;bf16&quot; 把文件中的 uint16 当作 bf16 的位模式，并转换它们的值。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; must be an object of constants and their numbers</source>
        <translation>“{0}”必须是由常量及其数值组成的对象</translation>
    </message>
    <message>
        <source>Write {&quot;N&quot;: 16, &quot;RATE&quot;: 0.5}: the numbers replace those of .equ in the program&apos;s text.</source>
        <translation>请写成 {&quot;N&quot;: 16, &quot;RATE&quot;: 0.5}：这些数替换程序文本中 .equ 的数。</translation>
    </message>
    <message>
        <source>{0} is not the number of a stream</source>
        <translation>{0} 不是数据流的编号</translation>
    </message>
    <message>
        <source>stream {0} has a name already</source>
        <translation>数据流 {0} 已有名称</translation>
    </message>
    <message>
        <source>no built-in machine of this chip is called &quot;{0}&quot;; there are: {1}</source>
        <translation>此芯片没有名为“{0}”的内置机器；可用的有：{1}</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>fraction</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>mantissa</source>
        <translation>尾数</translation>
    </message>
    <message>
        <source>element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读作</translation>
    </message>
    <message>
        <source>stands for</source>
        <translation>代表</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>below</source>
        <translation>低于</translation>
    </message>
    <message>
        <source>above</source>
        <translation>高于</translation>
    </message>
    <message>
        <source>denormal</source>
        <translation>非规格化</translation>
    </message>
    <message>
        <source>saturated</source>
        <translation>饱和</translation>
    </message>
    <message>
        <source>{0} bits of exponent with a bias of {1}, {2} bits of fraction</source>
        <translation>指数 {0} 位，偏置 {1}，小数 {2} 位</translation>
    </message>
    <message>
        <source>{0} bits of exponent with a bias of {1}, {2} bit of fraction</source>
        <translation>指数 {0} 位，偏置 {1}，小数 {2} 位</translation>
    </message>
    <message>
        <source>{0} bits of exponent with a bias of {1}, {2} bits of fraction, with a scale for each {3}</source>
        <translation>指数 {0} 位，偏置 {1}，小数 {2} 位，每 {3} 个数一个比例</translation>
    </message>
    <message>
        <source>{0} bits of exponent with a bias of {1}, {2} bit of fraction, with a scale for each {3}</source>
        <translation>指数 {0} 位，偏置 {1}，小数 {2} 位，每 {3} 个数一个比例</translation>
    </message>
    <message>
        <source>{0} bits, two&apos;s complement, {1} of them fraction, with a scale for each {2}</source>
        <translation>{0} 位补码，其中小数 {1} 位，每 {2} 个数一个比例</translation>
    </message>
    <message>
        <source>two&apos;s complement mantissas of {0} bits, a shared exponent of {1} bits</source>
        <translation>{0} 位的补码尾数，{1} 位的共享指数</translation>
    </message>
    <message>
        <source>exponent {0}: {1} - {2} = {3}, so mantissas count in {4}^{5}</source>
        <translation>指数 {0}：{1} - {2} = {3}，因此尾数以 {4}^{5} 为单位</translation>
    </message>
    <message>
        <source>exponent {0}: {1} - {2} = {3}, so mantissas count in {4}^-{5}</source>
        <translation>指数 {0}：{1} - {2} = {3}，因此尾数以 {4}^-{5} 为单位</translation>
    </message>
    <message>
        <source>exponent {0}: {1} - {2} = -{3}, so mantissas count in {4}^-{5}</source>
        <translation>指数 {0}：{1} - {2} = -{3}，因此尾数以 {4}^-{5} 为单位</translation>
    </message>
    <message>
        <source>scale {0}: NaN</source>
        <translation>比例 {0}：NaN</translation>
    </message>
    <message>
        <source>scale {0}: {1}^({2} - {3}) = {4}^{5}</source>
        <translation>比例 {0}：{1}^({2} - {3}) = {4}^{5}</translation>
    </message>
    <message>
        <source>scale {0}: {1}^({2} - {3}) = {4}^-{5}</source>
        <translation>比例 {0}：{1}^({2} - {3}) = {4}^-{5}</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>held</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>wait for a read</source>
        <translation>等待读取</translation>
    </message>
    <message>
        <source>wait for a write</source>
        <translation>等待写入</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>{0} stops at instruction {1}: {2}</source>
        <translation>{0} 停在指令 {1}：{2}</translation>
    </message>
    <message>
        <source>Only firmware that comes to its end is set beside another. Run it by itself: the debugger shows what is missing.</source>
        <translation>只有能运行到结束的固件才能与另一个并列。请单独运行它：调试器会显示缺少什么。</translation>
    </message>
    <message>
        <source>with mantissas of {0} bits in all layers {1} items are right, in float64 {2}; at least {3} were wanted</source>
        <translation>所有层的尾数为 {0} 位时 {1} 个正确，float64 时 {2} 个；要求至少 {3} 个</translation>
    </message>
    <message>
        <source>The widest of the formats loses too much already. Begin the search with wider ones (`--search bfp2-bfp16`), allow more to be lost (`--lose 5%`), or take a machine with smaller native vectors, whose blocks have fewer numbers.</source>
        <translation>最宽的格式就已损失太多。从更宽的格式开始搜索（`--search bfp2-bfp16`），允许损失更多（`--lose 5%`），或使用原生向量更小的机器，它的块中数更少。</translation>
    </message>
    <message>
        <source>no layer of &quot;{0}&quot; multiplies matrices</source>
        <translation>“{0}”没有做矩阵乘法的层</translation>
    </message>
    <message>
        <source>Only vectors and matrices of products have mantissas: layers of conv, dense, lstm and gru. All others are FP16.</source>
        <translation>只有乘积的向量和矩阵有尾数：即 conv、dense、lstm 和 gru 层。其他各层都是 FP16。</translation>
    </message>
    <message>
        <source>&quot;nativeDimension&quot; is {0}; it must be even</source>
        <translation>&quot;nativeDimension&quot; 是 {0}；它必须是偶数</translation>
    </message>
    <message>
        <source>Its programs know dense, conv without groups, relu, sigmoid, tanh, softmax, add, mul, batch_norm, concat, max_pool, average_pool, lstm, gru, flatten, reshape and take of steps. `--until NODE` ends the network before what they do not know, and `lw net run --from NODE` computes that.</source>
        <translation>它的程序支持 dense、无分组的 conv、relu、sigmoid、tanh、softmax、add、mul、batch_norm、concat、max_pool、average_pool、lstm、gru、flatten、reshape 以及按步的 take。`--until NODE` 让网络在不支持的部分之前结束，`lw net run --from NODE` 则计算其余部分。</translation>
    </message>
    <message>
        <source>The steps of a recurrent layer are a loop, whose places in InitialVrf move on with each turn. Take a larger &quot;nativeDimension&quot; (a copy of what `lw config nnp-teaching --print` shows), or a layer that reads and gives fewer numbers in a step.</source>
        <translation>循环层的各步是一个循环，其在 InitialVrf 中的位置每轮向前移动。请换用 &quot;nativeDimension&quot; 更大的机器（`lw config nnp-teaching --print` 所示内容的副本），或换用每步读取和给出的数更少的层。</translation>
    </message>
    <message>
        <source>it fits on {0}</source>
        <translation>{0} 上放得下</translation>
    </message>
    <message>
        <source>Tried: the built-in processors in their order. Choose it with --machine, or in the list of machines in the window.</source>
        <translation>已依次尝试各个内置处理器。请用 --machine 选择它，或在窗口的机器列表中选择。</translation>
    </message>
    <message>
        <source>it fits on none of the built-in processors: {0}</source>
        <translation>没有一个内置处理器放得下：{0}</translation>
    </message>
    <message>
        <source>Tried: each of them. A machine file may have more of what is short: a copy of what `lw config nnp-bw-s10 --print` shows.</source>
        <translation>已逐一尝试。机器文件可以有更多所缺之物：请复制 `lw config nnp-bw-s10 --print` 的输出后修改。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; uses {1}, but nothing on any way to bundle {2} sets it: {3} does</source>
        <translation>“{0}”使用 {1}，但到指令束 {2} 的任何路径上都没有设置它：请用 {3}</translation>
    </message>
    <message>
        <source>NetQ</source>
        <translation>NetQ</translation>
    </message>
    <message>
        <source>Window expander</source>
        <translation>窗口展开器</translation>
    </message>
    <message>
        <source>Matrix memory</source>
        <translation>矩阵存储器</translation>
    </message>
    <message>
        <source>Matrix quantiser</source>
        <translation>矩阵量化器</translation>
    </message>
    <message>
        <source>{0} bits</source>
        <translation>{0} 位</translation>
    </message>
    <message>
        <source>Vector quantiser</source>
        <translation>向量量化器</translation>
    </message>
    <message>
        <source>vectors from the network</source>
        <translation>来自网络的向量</translation>
    </message>
    <message>
        <source>vectors to the network</source>
        <translation>发往网络的向量</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>一幅图像</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a text: byte {1} of it is zero</source>
        <translation>“{0}”不是文本：其中第 {1} 个字节为零</translation>
    </message>
    <message>
        <source>no graph is made of this: {0}</source>
        <translation>由此无法构成图：{0}</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is here something else than the chains give</source>
        <translation>此处的“{0}”与各链给出的不同</translation>
    </message>
    <message>
        <source>the chains have more vectors than a graph may have in all their turns</source>
        <translation>各链在所有轮次中的向量数超过了图的上限</translation>
    </message>
    <message>
        <source>the schema is &quot;{0}&quot;, not &quot;lanewright graph&quot;</source>
        <translation>模式是“{0}”，而不是“lanewright graph”</translation>
    </message>
    <message>
        <source>this graph has the version {0}; this program reads version {1}</source>
        <translation>此图的版本是 {0}；本程序读取版本 {1}</translation>
    </message>
    <message>
        <source>{0} takes {1} {2}, not {3}</source>
        <translation>{0} 需要 {1} 个 {2}，而不是 {3} 个</translation>
    </message>
    <message>
        <source>{0}:bf16 takes uint16, as patterns of bf16, and the file has {1}; {0}:cast=FILE.npy converts numbers</source>
        <translation>{0}:bf16 需要 uint16（bf16 的位模式），而文件中是 {1}；{0}:cast=FILE.npy 转换数值</translation>
    </message>
    <message>
        <source>bf16 has no name in .npy files: its patterns are stored as uint16. In a project or check file the two ways are &quot;cast&quot;: &quot;bf16&quot; and &quot;cast&quot;: true.</source>
        <translation>bf16 在 .npy 文件中没有名称：其位模式存为 uint16。在项目文件或检查文件中，两种方式是 &quot;cast&quot;: &quot;bf16&quot; 和 &quot;cast&quot;: true。</translation>
    </message>
    <message>
        <source>{0} has {1} numbers, and the graph reads {2}</source>
        <translation>{0} 有 {1} 个数，而图读取 {2} 个</translation>
    </message>
    <message>
        <source>What memories hold at the start is in FILE.netin.npy, FILE.vdram.npy and FILE.mdram.npy beside FILE.json, as `lw concord --to graph` writes them. Without them software is written, and not run.</source>
        <translation>存储器开始时的内容在 FILE.json 旁的 FILE.netin.npy、FILE.vdram.npy 和 FILE.mdram.npy 中，由 `lw concord --to graph` 写出。没有它们时，只写出软件而不运行。</translation>
    </message>
    <message>
        <source>{0} has the shape {1}, and an input of the firmware has {2} numbers</source>
        <translation>{0} 的形状是 {1}，而固件的一个输入有 {2} 个数</translation>
    </message>
    <message>
        <source>The first axis counts inputs, of which there is at least one, and each has all numbers of the vectors that the firmware takes from NetQ, or those that its hints name: an array [inputs, ...] of them.</source>
        <translation>第一轴是输入的个数，至少有一个；每个输入包含固件从 NetQ 取的各向量的所有数，或者提示所命名的那些数：即形状为 [输入数, ...] 的数组。</translation>
    </message>
    <message>
        <source>bundle {0} is {1}</source>
        <translation>指令束 {0} 是 {1}</translation>
    </message>
    <message>
        <source>in the expansion of this line</source>
        <translation>在此行的展开中</translation>
    </message>
    <message>
        <source>the {0} &quot;{1}&quot; that was given cannot be used: {2}</source>
        <translation>给出的 {0} “{1}” 不能使用：{2}</translation>
    </message>
    <message>
        <source>It is what --mean or --scale says, or the window&apos;s field, and not what the network&apos;s file says. One number, or one for each channel with commas between them: 123.68,116.78,103.94. A byte p becomes (p - mean) * scale in float32, whose largest number is 3.4e38.</source>
        <translation>它来自 --mean 或 --scale，或窗口中的输入框，而不是网络的文件。一个数，或每通道一个数，以逗号分隔：123.68,116.78,103.94。字节 p 以 float32 变为 (p - mean) * scale，float32 的最大数为 3.4e38。</translation>
    </message>
    <message>
        <source>{0} is one array without a name, where an archive of named arrays is wanted</source>
        <translation>{0} 是一个没有名称的数组，而这里需要由有名称的数组组成的归档</translation>
    </message>
    <message>
        <source>An .npy file has one array, an .npz file several by name. numpy.savez(&quot;values.npz&quot;, NAME=numpy.load(&quot;one.npy&quot;)) makes one of the other. `lw concord --against` looks for the names of hints, and of tensors in netin and netout; --map tells it others.</source>
        <translation>.npy 文件含一个数组，.npz 文件含若干有名称的数组。numpy.savez(&quot;values.npz&quot;, NAME=numpy.load(&quot;one.npy&quot;)) 由前者做出后者。`lw concord --against` 查找提示的名称以及 netin 和 netout 中张量的名称；--map 可告知其他名称。</translation>
    </message>
    <message>
        <source>nothing lands in a memory of this chip: its instructions write themselves</source>
        <translation>没有传输会落入这种芯片的存储器：由它的指令自己写入</translation>
    </message>
    <message>
        <source>The file of a network that is trained has an object &quot;training&quot;: {&quot;batch&quot;: 32, &quot;loss&quot;: &quot;softmax_cross_entropy&quot;}; `lw manual network` describes it. Options such as --batch 32 say the same to `lw train`, which with --output writes such a file, of a network of ONNX too.</source>
        <translation>可训练的网络文件有对象 &quot;training&quot;: {&quot;batch&quot;: 32, &quot;loss&quot;: &quot;softmax_cross_entropy&quot;}；`lw manual network` 有说明。--batch 32 之类的选项对 `lw train` 说同样的事；有 --output 时它会写出这样的文件，ONNX 网络也可以。</translation>
    </message>
    <message>
        <source>Give &quot;training&quot;: {&quot;batch&quot;: 64} in the network&apos;s file, or --batch 64; `lw train` with --batch and --output writes such a file, of a network of ONNX too.</source>
        <translation>请在网络的文件中写 &quot;training&quot;: {&quot;batch&quot;: 64}，或用 --batch 64；`lw train` 有 --batch 和 --output 时会写出这样的文件，ONNX 网络也可以。</translation>
    </message>
    <message>
        <source>Give more images, or a smaller batch: &quot;batch&quot; in the network&apos;s &quot;training&quot;, or --batch.</source>
        <translation>请提供更多图像，或用更小的批次：网络 &quot;training&quot; 中的 &quot;batch&quot;，或 --batch。</translation>
    </message>
    <message>
        <source>it fits with &quot;batch&quot;: {0} in the network&apos;s &quot;training&quot;, or --batch {0}</source>
        <translation>在网络的 &quot;training&quot; 中用 &quot;batch&quot;: {0}，或用 --batch {0}，就放得下</translation>
    </message>
    <message>
        <source>the network before it: --until &quot;{0}&quot;</source>
        <translation>它之前的网络：--until &quot;{0}&quot;</translation>
    </message>
    <message>
        <source>What follows that layer is then not looked at.</source>
        <translation>该层之后的内容便不再查看。</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>two&apos;s complement integers of {0} bits</source>
        <translation>{0} 位的补码整数</translation>
    </message>
    <message>
        <source>a shared exponent has 5 or 8 bits, or 0 where mantissas are integers, not {0}</source>
        <translation>共享指数有 5 位或 8 位，尾数为整数时为 0 位，而不是 {0} 位</translation>
    </message>
    <message>
        <source>array {0} has the shape {1}, and &quot;layout&quot; is of two to four extents</source>
        <translation>数组 {0} 的形状是 {1}，而 &quot;layout&quot; 用于二到四维</translation>
    </message>
    <message>
        <source>nchw arrays are [batch, channels, rows, columns], [channels, rows, columns] or [channels, length]. Leave &quot;layout&quot; out for others.</source>
        <translation>nchw 数组为 [批次, 通道, 行, 列]、[通道, 行, 列] 或 [通道, 长度]。其他数组请不写 &quot;layout&quot;。</translation>
    </message>
    <message>
        <source>numbers: {0}</source>
        <translation>数：{0}</translation>
    </message>
    <message>
        <source>numbers that lost bits: {0}</source>
        <translation>丢失了位的数：{0}</translation>
    </message>
    <message>
        <source>numbers that became zero: {0}</source>
        <translation>变成零的数：{0}</translation>
    </message>
    <message>
        <source>numbers that saturated: {0}</source>
        <translation>饱和的数：{0}</translation>
    </message>
    <message>
        <source>numbers rounded by v_wr.q: {0}</source>
        <translation>由 v_wr.q 舍入的数：{0}</translation>
    </message>
    <message>
        <source>programs run here</source>
        <translation>程序在此运行</translation>
    </message>
    <message>
        <source>described by US {0}/{1}; programs run on compute core {2} of chip {3}</source>
        <translation>由 US {0}/{1} 描述；程序在芯片 {3} 的计算核 {2} 上运行</translation>
    </message>
    <message>
        <source>the part of compute core {0} is emulated; stacks described by US {1}/{2}</source>
        <translation>仿真的是计算核 {0} 的部分；堆叠由 US {1}/{2} 描述</translation>
    </message>
    <message>
        <source>message processors {0} and {1} in figure {2} of US {3}</source>
        <translation>US {3} 图 {2} 中的消息处理器 {0} 和 {1}</translation>
    </message>
    <message>
        <source>vector memory manager {0} and DRAM {1} in figure {2} of US {3}</source>
        <translation>US {3} 图 {2} 中的向量存储器管理器 {0} 和 DRAM {1}</translation>
    </message>
    <message>
        <source>matrix memory manager {0} and DRAM {1} in figure {2} of US {3}</source>
        <translation>US {3} 图 {2} 中的矩阵存储器管理器 {0} 和 DRAM {1}</translation>
    </message>
    <message>
        <source>matrix quantiser {0} in figure {1} of US {2}</source>
        <translation>US {2} 图 {1} 中的矩阵量化器 {0}</translation>
    </message>
    <message>
        <source>Multiplexer</source>
        <translation>多路复用器</translation>
    </message>
    <message>
        <source>multiplexer {0} in figure {1} of US {2}</source>
        <translation>US {2} 图 {1} 中的多路复用器 {0}</translation>
    </message>
    <message>
        <source>register file {0} in figure {1} of US {2}</source>
        <translation>US {2} 图 {1} 中的寄存器堆 {0}</translation>
    </message>
    <message>
        <source>vector quantiser {0} in figure {1} of US {2}</source>
        <translation>US {2} 图 {1} 中的向量量化器 {0}</translation>
    </message>
    <message>
        <source>MatrixRf</source>
        <translation>MatrixRf</translation>
    </message>
    <message>
        <source>Tile engines</source>
        <translation>tile 引擎</translation>
    </message>
    <message>
        <source>{0} x {1} lanes</source>
        <translation>{0} x {1} 个向量通道</translation>
    </message>
    <message>
        <source>tile engines {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的 tile 引擎 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>Converters</source>
        <translation>转换器</translation>
    </message>
    <message>
        <source>sums to FP16</source>
        <translation>和转为 FP16</translation>
    </message>
    <message>
        <source>converters {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的转换器 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>Multiplier {0}</source>
        <translation>乘法器 {0}</translation>
    </message>
    <message>
        <source>multipliers {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的乘法器 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>Adder {0}</source>
        <translation>加法器 {0}</translation>
    </message>
    <message>
        <source>adders {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的加法器 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>Activation {0}</source>
        <translation>激活 {0}</translation>
    </message>
    <message>
        <source>activation blocks {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的激活块 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>crossbar</source>
        <translation>交叉开关</translation>
    </message>
    <message>
        <source>crossbars {0}, {1} and {2} in figure {3} of US {4}</source>
        <translation>US {4} 图 {3} 中的交叉开关 {0}、{1} 和 {2}</translation>
    </message>
    <message>
        <source>activation blocks without numbers in figure {0} of US {1}</source>
        <translation>US {1} 图 {0} 中没有编号的激活块</translation>
    </message>
    <message>
        <source>crossbars without numbers in figure {0} of US {1}</source>
        <translation>US {1} 图 {0} 中没有编号的交叉开关</translation>
    </message>
    <message>
        <source>v_wr.q cut</source>
        <translation>v_wr.q 截去</translation>
    </message>
    <message>
        <source>numbers that lost bits; besides, {0} became zero and {1} saturated</source>
        <translation>丢失了位的数；此外有 {0} 个变成零，{1} 个饱和</translation>
    </message>
    <message>
        <source>matrices cut</source>
        <translation>矩阵截去</translation>
    </message>
    <message>
        <source>vectors cut</source>
        <translation>向量截去</translation>
    </message>
    <message>
        <source>rows of matrices from the network</source>
        <translation>来自网络的矩阵各行</translation>
    </message>
    <message>
        <source>older matrices are on their way</source>
        <translation>较早的矩阵还在途中</translation>
    </message>
    <message>
        <source>a chain that began before clock {0} would find older matrices on their way</source>
        <translation>若链早于第 {0} 个时钟开始，较早的矩阵还在途中</translation>
    </message>
</context>
<context>
    <name>lw::cells</name>
    <message>
        <source>Who Wrote This Last</source>
        <translation>最后是谁写的</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>No program is loaded.</source>
        <translation>尚未加载程序。</translation>
    </message>
    <message>
        <source>The machine is running: pause it first.</source>
        <translation>机器正在运行：请先暂停。</translation>
    </message>
    <message>
        <source>The machine relies on these values; they cannot be edited.</source>
        <translation>机器依赖这些值，不能编辑。</translation>
    </message>
    <message>
        <source>Edit the Past</source>
        <translation>修改历史</translation>
    </message>
    <message>
        <source>The machine has already run on from here.</source>
        <translation>机器已经从这里继续运行过。</translation>
    </message>
    <message>
        <source>Editing at clock %1 forgets what happened up to clock %2. It can be run again, and will go another way.</source>
        <translation>在时钟 %1 编辑会丢弃此后直到时钟 %2 的一切。可以重新运行，但结果会不同。</translation>
    </message>
    <message>
        <source>Edit and Forget</source>
        <translation>编辑并丢弃</translation>
    </message>
    <message>
        <source>%1 is too large</source>
        <translation>%1 太大</translation>
    </message>
    <message>
        <source>%1 is not an integer</source>
        <translation>%1 不是整数</translation>
    </message>
    <message>
        <source>%1 does not fit into %2 bits</source>
        <translation>%1 放不进 %2 位</translation>
    </message>
    <message>
        <source>hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>signed</source>
        <translation>有符号</translation>
    </message>
    <message>
        <source>unsigned</source>
        <translation>无符号</translation>
    </message>
    <message>
        <source>f32</source>
        <translation>f32</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>A word holds two bfloat16: type both, the low one first</source>
        <translation>一个字含两个 bfloat16：请都输入，低位在前</translation>
    </message>
    <message>
        <source>Add Watch</source>
        <translation>添加监视</translation>
    </message>
    <message>
        <source>Break When It Changes</source>
        <translation>变化时停下</translation>
    </message>
    <message>
        <source>Break When Written</source>
        <translation>写入时停下</translation>
    </message>
    <message>
        <source>Open as Tensor</source>
        <translation>作为张量打开</translation>
    </message>
    <message>
        <source>Open %1 as Tensor</source>
        <translation>将 %1 作为张量打开</translation>
    </message>
    <message>
        <source>on its way: can be read from clock %1 on</source>
        <translation>还在路上：从时钟 %1 起可读</translation>
    </message>
</context>
<context>
    <name>lw::charts::CurveView</name>
    <message>
        <source>Curves are left out: this window was built without Qt Charts. With the package qt6-charts-dev installed, configure and build it again.</source>
        <translation>没有曲线：此窗口构建时没有 Qt Charts。请安装软件包 qt6-charts-dev，然后重新配置并构建。</translation>
    </message>
    <message>
        <source>Curve of a tensor</source>
        <translation>张量的曲线</translation>
    </message>
</context>
<context>
    <name>lw::circuit::ArrayCanvas</name>
    <message>
        <source>Cells of the systolic array</source>
        <translation>脉动阵列的单元</translation>
    </message>
    <message>
        <source>out</source>
        <translation>输出</translation>
    </message>
</context>
<context>
    <name>lw::circuit::ArrayView</name>
    <message>
        <source>Cells of the systolic array as a table</source>
        <translation>以表格显示的脉动阵列单元</translation>
    </message>
    <message>
        <source>Colours of the cells</source>
        <translation>单元的颜色</translation>
    </message>
    <message>
        <source>The register of the cells that the colours are of</source>
        <translation>颜色表示单元的哪个寄存器</translation>
    </message>
    <message>
        <source>sums from above</source>
        <translation>来自上方的和</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weight path</source>
        <translation>权重通路</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>To values</source>
        <translation>按数值</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The whole array (0)</source>
        <translation>整个阵列 (0)</translation>
    </message>
    <message>
        <source>The systolic array clock by clock: weights that stay in the cells, activations that go to the right, sums that go down.</source>
        <translation>逐时钟的脉动阵列：权重留在单元中，激活值向右移动，和向下移动。</translation>
    </message>
    <message>
        <source>m%1 to m%2 inside, %3 cells multiply</source>
        <translation>m%1 至 m%2 在内，%3 个单元在相乘</translation>
    </message>
    <message>
        <source>%1 vectors of %2 elements, %3 x %4 cells</source>
        <translation>%1 个 %2 元素的向量，%3 x %4 个单元</translation>
    </message>
    <message>
        <source>x activation, w weight, Σ sum from above, p weight path, m vector; point at a cell</source>
        <translation>x 激活值，w 权重，Σ 来自上方的和，p 权重通路，m 向量；请指向一个单元</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>no vector in this clock</source>
        <translation>本时钟没有向量</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>vector %1, element %2</source>
        <translation>向量 %1，元素 %2</translation>
    </message>
    <message>
        <source>of the pass of bundle %1</source>
        <translation>属于指令束 %1 的那一遍</translation>
    </message>
    <message>
        <source>%1 from above + %2 × %3 = %4</source>
        <translation>来自上方 %1 + %2 × %3 = %4</translation>
    </message>
    <message>
        <source>clock %1 of the pass; the whole sum leaves in clock %2</source>
        <translation>本遍的时钟 %1；完整的和在时钟 %2 离开</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>sum from above</source>
        <translation>来自上方的和</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>权重块</translation>
    </message>
    <message>
        <source>The rows and columns that the pass uses</source>
        <translation>这一遍使用的行和列</translation>
    </message>
    <message>
        <source>Set the colours&apos; range to the current values; by itself it only becomes wider</source>
        <translation>把颜色范围设为当前的值；它自行只会变宽</translation>
    </message>
</context>
<context>
    <name>lw::circuit::CircuitWords</name>
    <message>
        <source>Open a network.</source>
        <translation>请打开一个网络。</translation>
    </message>
    <message>
        <source>This program makes no pass through an array.</source>
        <translation>此程序没有任何数据通过阵列。</translation>
    </message>
    <message>
        <source>This program pools nothing.</source>
        <translation>此程序没有池化。</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Nothing is under way. %1 of %2 begins in bundle %3.</source>
        <translation>目前没有进行中的。%1（共 %2）从指令束 %3 开始。</translation>
    </message>
    <message>
        <source>Pass %1</source>
        <translation>第 %1 遍</translation>
    </message>
    <message>
        <source>Pooling %1</source>
        <translation>第 %1 次池化</translation>
    </message>
    <message>
        <source>Run to the Next Pass</source>
        <translation>运行到下一遍</translation>
    </message>
    <message>
        <source>Run to the Next Pooling</source>
        <translation>运行到下一次池化</translation>
    </message>
    <message>
        <source>Back to the Last Pass</source>
        <translation>回到上一遍</translation>
    </message>
    <message>
        <source>Back to the Last Pooling</source>
        <translation>回到上一次池化</translation>
    </message>
    <message>
        <source>begins in clock %1</source>
        <translation>从时钟 %1 开始</translation>
    </message>
    <message>
        <source>over since clock %1; drag the clock back to see it</source>
        <translation>自时钟 %1 起已结束；拖回时钟即可查看</translation>
    </message>
</context>
<context>
    <name>lw::circuit::PassBar</name>
    <message>
        <source>Previous Pass</source>
        <translation>上一遍</translation>
    </message>
    <message>
        <source>Previous Pooling</source>
        <translation>上一次池化</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>遍</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>The pass through the array that is shown; the machine goes there</source>
        <translation>所显示的通过阵列的一遍；机器会去到那里</translation>
    </message>
    <message>
        <source>The pooling instruction that is shown; the machine goes there</source>
        <translation>所显示的池化指令；机器会去到那里</translation>
    </message>
    <message>
        <source>pass </source>
        <translation>遍 </translation>
    </message>
    <message>
        <source>pooling </source>
        <translation>池化 </translation>
    </message>
    <message>
        <source>Next Pass</source>
        <translation>下一遍</translation>
    </message>
    <message>
        <source>Next Pooling</source>
        <translation>下一次池化</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>One clock after the other, until it is over</source>
        <translation>逐个时钟，直到结束</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>The clock; the machine goes there, forwards and back</source>
        <translation>时钟；机器会去到那里，可前可后</translation>
    </message>
    <message>
        <source>Clock, as a number</source>
        <translation>时钟（数字）</translation>
    </message>
    <message>
        <source>clock </source>
        <translation>时钟 </translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
</context>
<context>
    <name>lw::circuit::PoolingView</name>
    <message>
        <source>Lane</source>
        <translation>向量通道</translation>
    </message>
    <message>
        <source>The lane that is shown: a circuit of its own for each</source>
        <translation>所显示的向量通道：每个都有自己的电路</translation>
    </message>
    <message>
        <source>lane </source>
        <translation>向量通道 </translation>
    </message>
    <message>
        <source>Goes to the clock in which the selected window is complete, or the selected value enters (Enter)</source>
        <translation>转到所选窗口完成或所选数值进入的时钟 (Enter)</translation>
    </message>
    <message>
        <source>To values</source>
        <translation>按数值</translation>
    </message>
    <message>
        <source>The pooling circuitry clock by clock: windows over the values, the line buffer, and the results as they come.</source>
        <translation>逐时钟的池化电路：数值上的窗口、行缓冲器，以及陆续得到的结果。</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>求和</translation>
    </message>
    <message>
        <source>average</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>partial windows</source>
        <translation>边缘窗口不完整</translation>
    </message>
    <message>
        <source>zeros beyond the edge</source>
        <translation>边缘外为零</translation>
    </message>
    <message>
        <source>whole windows only</source>
        <translation>仅完整窗口</translation>
    </message>
    <message>
        <source>%1 of %2 x %3, stride %4 x %5, %6</source>
        <translation>%1，%2 x %3，步幅 %4 x %5，%6</translation>
    </message>
    <message>
        <source>window %1 completes now</source>
        <translation>窗口 %1 此刻完成</translation>
    </message>
    <message>
        <source>Point at a result for its window, at a value for all the windows it is in.</source>
        <translation>指向结果可见其窗口，指向数值可见包含它的所有窗口。</translation>
    </message>
    <message>
        <source>No value of the picture is here in this clock.</source>
        <translation>本时钟此处没有数值。</translation>
    </message>
    <message>
        <source>result %1</source>
        <translation>结果 %1</translation>
    </message>
    <message>
        <source>%1 x %2 values from %3 on</source>
        <translation>自 %3 起 %1 x %2 个数值</translation>
    </message>
    <message>
        <source>partial (%1 x %2)</source>
        <translation>不完整 (%1 x %2)</translation>
    </message>
    <message>
        <source>winner %1</source>
        <translation>胜者 %1</translation>
    </message>
    <message>
        <source>ties: %1</source>
        <translation>并列：%1</translation>
    </message>
    <message>
        <source>complete in clock %1</source>
        <translation>在时钟 %1 完成</translation>
    </message>
    <message>
        <source>value %1 = %2, enters in clock %3</source>
        <translation>数值 %1 = %2，在时钟 %3 进入</translation>
    </message>
    <message>
        <source> (wins)</source>
        <translation>（胜）</translation>
    </message>
    <message>
        <source>in no window</source>
        <translation>不在任何窗口中</translation>
    </message>
    <message>
        <source>windows: %1</source>
        <translation>窗口：%1</translation>
    </message>
    <message>
        <source>Values: %1 of %2</source>
        <translation>数值：%1 / %2</translation>
    </message>
    <message>
        <source>Results: %1 of %2</source>
        <translation>结果：%1 / %2</translation>
    </message>
    <message>
        <source>Line buffer</source>
        <translation>行缓冲器</translation>
    </message>
    <message>
        <source>%1, channel %2: %3</source>
        <translation>%1，通道 %2：%3</translation>
    </message>
    <message>
        <source>Go to Its Clock</source>
        <translation>转到它的时钟</translation>
    </message>
    <message>
        <source>Set the colours&apos; range to the current values; it never changes by itself</source>
        <translation>把颜色范围设为当前的值；它不会自行改变</translation>
    </message>
</context>
<context>
    <name>lw::debug::BreakpointDialog</name>
    <message>
        <source>New Breakpoint</source>
        <translation>新建断点</translation>
    </message>
    <message>
        <source>When it stops</source>
        <translation>何时停下</translation>
    </message>
    <message>
        <source>Before a bundle</source>
        <translation>在指令束之前</translation>
    </message>
    <message>
        <source>When a condition becomes true</source>
        <translation>当条件变为真</translation>
    </message>
    <message>
        <source>When memory is written</source>
        <translation>当存储器被写</translation>
    </message>
    <message>
        <source>When memory is read</source>
        <translation>当存储器被读</translation>
    </message>
    <message>
        <source>When a transfer lands in memory</source>
        <translation>当传输到达存储器</translation>
    </message>
    <message>
        <source>When a sync flag reaches a value</source>
        <translation>当同步标志达到某值</translation>
    </message>
    <message>
        <source>When a result is popped</source>
        <translation>当结果被弹出</translation>
    </message>
    <message>
        <source>At the first NaN or infinity of a unit</source>
        <translation>在部件的第一个 NaN 或无穷处</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停下</translation>
    </message>
    <message>
        <source>Label or bundle</source>
        <translation>标号或指令束</translation>
    </message>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>Memory or tensor</source>
        <translation>存储器或张量</translation>
    </message>
    <message>
        <source>First unit</source>
        <translation>首个单位</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单位数</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Only if</source>
        <translation>仅当</translation>
    </message>
    <message>
        <source>From hit number</source>
        <translation>从第几次命中起</translation>
    </message>
    <message>
        <source>Write instead</source>
        <translation>改为写日志</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写法</translation>
    </message>
    <message>
        <source>any time; or a condition such as r1 == 4</source>
        <translation>任何时候；或条件，如 r1 == 4</translation>
    </message>
    <message>
        <source>nothing: stop; or a text such as: step {r1}, loss {loss[0]}</source>
        <translation>空：停下；或文本，如：step {r1}, loss {loss[0]}</translation>
    </message>
    <message>
        <source>Say where or when to stop.</source>
        <translation>请说明在哪里或何时停下。</translation>
    </message>
    <message>
        <source>First in the file</source>
        <translation>寄存器堆中的首个向量</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数目</translation>
    </message>
</context>
<context>
    <name>lw::debug::BreakpointModel</name>
    <message>
        <source>Breakpoint</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中</translation>
    </message>
</context>
<context>
    <name>lw::debug::BreakpointView</name>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>New breakpoint</source>
        <translation>新建断点</translation>
    </message>
    <message>
        <source>Stop at the first NaN or infinity of any unit</source>
        <translation>在任何部件的第一个 NaN 或无穷处停下</translation>
    </message>
    <message>
        <source>Where the program stops. Click beside a line number, press F9, or make one below.</source>
        <translation>程序停在哪里。单击行号旁边，按 F9，或在下面新建。</translation>
    </message>
    <message>
        <source>%1; then: if EXPR, hit N, log TEXT</source>
        <translation>%1；后面可写 if EXPR, hit N, log TEXT</translation>
    </message>
    <message>
        <source>New...</source>
        <translation>新建...</translation>
    </message>
    <message>
        <source>A breakpoint of any kind, made from fields</source>
        <translation>用各栏填写任意种类的断点</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Removes the chosen breakpoint (Delete)</source>
        <translation>删除所选断点 (Delete)</translation>
    </message>
</context>
<context>
    <name>lw::debug::HistoryBar</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>clock %1 of %2</source>
        <translation>时钟 %1，共 %2</translation>
    </message>
    <message>
        <source>bookmark at clock %1</source>
        <translation>时钟 %1 处的书签</translation>
    </message>
    <message>
        <source>a breakpoint was hit at clock %1</source>
        <translation>时钟 %1 命中了断点</translation>
    </message>
    <message>
        <source>clock %1</source>
        <translation>时钟 %1</translation>
    </message>
    <message>
        <source>Ctrl+M sets a bookmark where the machine stands.</source>
        <translation>Ctrl+M 在机器当前位置设置书签。</translation>
    </message>
    <message>
        <source>Bookmarks:</source>
        <translation>书签：</translation>
    </message>
    <message>
        <source>The history of the run, once a program is loaded.</source>
        <translation>加载程序后，这里是运行的历史。</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>the beginning of the history</source>
        <translation>历史的开头</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>a breakpoint was hit</source>
        <translation>命中了断点</translation>
    </message>
    <message>
        <source>here the machine stands</source>
        <translation>机器当前位置</translation>
    </message>
    <message>
        <source>the end of what was run</source>
        <translation>已运行部分的末尾</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
</context>
<context>
    <name>lw::debug::LogModel</name>
    <message>
        <source>trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>trace %1</source>
        <translation>跟踪 %1</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>lw::debug::LogView</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>What breakpoints write instead of stopping, and what the program traces. Type in Breakpoints: loop log at clock {clock}</source>
        <translation>断点不停下而写出的内容，以及程序的跟踪输出。可在“断点”中输入：loop log at clock {clock}</translation>
    </message>
</context>
<context>
    <name>lw::debug::ProblemModel</name>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Problem in %1</source>
        <translation>%1 中的问题</translation>
    </message>
</context>
<context>
    <name>lw::debug::ProblemView</name>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Quick Fix</source>
        <translation>快速修复</translation>
    </message>
    <message>
        <source>Write %1 Instead</source>
        <translation>改写为 %1</translation>
    </message>
    <message>
        <source>Explain This Problem</source>
        <translation>解释此问题</translation>
    </message>
    <message>
        <source>No program is open.</source>
        <translation>没有打开的程序。</translation>
    </message>
    <message>
        <source>Nothing is wrong with %1.</source>
        <translation>%1 没有问题。</translation>
    </message>
    <message>
        <source>%1 is being checked.</source>
        <translation>正在检查 %1。</translation>
    </message>
</context>
<context>
    <name>lw::debug::StallModel</name>
    <message>
        <source>Why nothing issued</source>
        <translation>为什么没有发射</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Of All Clocks</source>
        <translation>占全部时钟</translation>
    </message>
</context>
<context>
    <name>lw::debug::StalledModel</name>
    <message>
        <source>Held up</source>
        <translation>停顿处</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>发射</translation>
    </message>
    <message>
        <source>Each time</source>
        <translation>每次</translation>
    </message>
</context>
<context>
    <name>lw::debug::StopBar</name>
    <message>
        <source>Why it stopped</source>
        <translation>为什么停下</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>at clock %1, %2</source>
        <translation>在时钟 %1，%2</translation>
    </message>
    <message>
        <source>; the other one: %1</source>
        <translation>；另一处：%1</translation>
    </message>
    <message>
        <source>Last write of %1: %2</source>
        <translation>%1 的最后一次写入：%2</translation>
    </message>
    <message>
        <source>The program was changed. What runs is the program as it was loaded.</source>
        <translation>程序已修改。正在运行的仍是加载时的程序。</translation>
    </message>
    <message>
        <source>Breakpoint %1: %2</source>
        <translation>断点 %1：%2</translation>
    </message>
    <message>
        <source>Waits: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>, because of %1</source>
        <translation>，由于 %1</translation>
    </message>
    <message>
        <source>; until clock %1</source>
        <translation>；直到时钟 %1</translation>
    </message>
    <message>
        <source>Keep the Old One Running</source>
        <translation>继续运行旧的</translation>
    </message>
    <message>
        <source>Select the bundle in all views</source>
        <translation>在所有视图中选中该指令束</translation>
    </message>
    <message>
        <source>What to Read</source>
        <translation>阅读说明</translation>
    </message>
    <message>
        <source>Open the manual at the page of this kind of fault</source>
        <translation>打开手册中关于这类故障的页面</translation>
    </message>
    <message>
        <source>, in the %1</source>
        <translation>，位于 %1</translation>
    </message>
    <message>
        <source>Arrived at %1</source>
        <translation>已到达 %1</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一个：%1</translation>
    </message>
    <message>
        <source>Halted after %1</source>
        <translation>经过 %1 后停机</translation>
    </message>
    <message>
        <source>, called in %1</source>
        <translation>，调用处 %1</translation>
    </message>
    <message>
        <source>Show the Call</source>
        <translation>显示调用处</translation>
    </message>
    <message>
        <source>Go to the line that called the macro</source>
        <translation>转到调用该宏的行</translation>
    </message>
    <message>
        <source>%1 has halted; %2 goes on.</source>
        <translation>%1 已停机；%2 仍在继续。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
</context>
<context>
    <name>lw::debug::StreamView</name>
    <message>
        <source>A stream that the program traces</source>
        <translation>程序跟踪的数据流</translation>
    </message>
    <message>
        <source>A stream as a table</source>
        <translation>数据流的表格</translation>
    </message>
    <message>
        <source>The stream that is shown</source>
        <translation>所显示的数据流</translation>
    </message>
    <message>
        <source>Export as CSV, PNG or SVG</source>
        <translation>导出为 CSV、PNG 或 SVG</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export as CSV...</source>
        <translation>导出为 CSV...</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>导出为 CSV</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>数据流 %1</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>What a program traces, as a curve: the loss while it trains, for example. Run one that does.</source>
        <translation>程序所跟踪的数据画成曲线，例如训练时的损失。请运行一个会跟踪的程序。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Words by now: %1. The last one, at clock %2: %3. Click to go there.</source>
        <translation>目前的字数：%1。最后一个在时钟 %2：%3。单击以前往。</translation>
    </message>
    <message>
        <source>number in the stream</source>
        <translation>流中的序号</translation>
    </message>
    <message>
        <source>Word %1, at clock %2: %3. Click to go there.</source>
        <translation>第 %1 个字，时钟 %2：%3。单击可前往。</translation>
    </message>
</context>
<context>
    <name>lw::debug::WatchModel</name>
    <message>
        <source>Expression</source>
        <translation>表达式</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>lw::debug::WatchView</name>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Expressions over the state, with their values at every stop. Type one below.</source>
        <translation>关于状态的表达式，每次停下时显示其值。在下面输入。</translation>
    </message>
    <message>
        <source>New watch</source>
        <translation>新建监视</translation>
    </message>
</context>
<context>
    <name>lw::debug::WhyView</name>
    <message>
        <source>This clock</source>
        <translation>此时钟</translation>
    </message>
    <message>
        <source>Show Bundle</source>
        <translation>显示指令束</translation>
    </message>
    <message>
        <source>Show Cause</source>
        <translation>显示起因</translation>
    </message>
    <message>
        <source>Stalls by rule</source>
        <translation>按规则统计停顿</translation>
    </message>
    <message>
        <source>Stalls by bundle</source>
        <translation>按指令束统计停顿</translation>
    </message>
    <message>
        <source>Clock %1: </source>
        <translation>时钟 %1：</translation>
    </message>
    <message>
        <source>running.</source>
        <translation>正在运行。</translation>
    </message>
    <message>
        <source>a fault in %1 ended the run.</source>
        <translation>%1 中的故障结束了运行。</translation>
    </message>
    <message>
        <source>the program has halted.</source>
        <translation>程序已停机。</translation>
    </message>
    <message>
        <source>%1 issues.</source>
        <translation>%1 发射。</translation>
    </message>
    <message>
        <source>%1 is held up: %2</source>
        <translation>%1 停顿：%2</translation>
    </message>
    <message>
        <source>, because of %1</source>
        <translation>，由于 %1</translation>
    </message>
    <message>
        <source>What issues at this clock, or why nothing does, once a program is loaded.</source>
        <translation>加载程序后，这里说明此时钟发射什么，或为什么没有发射。</translation>
    </message>
    <message>
        <source>Clocks without an issue, by the rule that held the bundle up. There were none yet.</source>
        <translation>没有发射的时钟，按造成停顿的规则统计。目前没有。</translation>
    </message>
    <message>
        <source>The bundles that were held up, and how long. None was yet.</source>
        <translation>停顿过的指令束及其时长。目前没有。</translation>
    </message>
    <message>
        <source>; %1 to go</source>
        <translation>；还有 %1</translation>
    </message>
</context>
<context>
    <name>lw::editor</name>
    <message>
        <source>%1 of the bundle</source>
        <translation>指令束的 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>code %1: %2</source>
        <translation>操作码 %1：%2</translation>
    </message>
    <message>
        <source>predicate: %1</source>
        <translation>谓词：%1</translation>
    </message>
    <message>
        <source>%1 register: %2</source>
        <translation>%1 寄存器：%2</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标号</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Macro</source>
        <translation>宏</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>%1 [%2] in %3 at %4</source>
        <translation>%1 [%2]，在 %3 的 %4</translation>
    </message>
    <message>
        <source>%1, defined in %2:%3</source>
        <translation>%1，定义于 %2:%3</translation>
    </message>
    <message>
        <source>bundle %1</source>
        <translation>指令束 %1</translation>
    </message>
    <message>
        <source>value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>%1: a number of the machine</source>
        <translation>%1：机器的参数</translation>
    </message>
    <message>
        <source>Slot of class %1: %2</source>
        <translation>%1 类的槽：%2</translation>
    </message>
    <message>
        <source>bits %1:%2 of the bundle</source>
        <translation>指令束的位 %1:%2</translation>
    </message>
    <message>
        <source>number %1 of the %2</source>
        <translation>%2中的第 %1 个</translation>
    </message>
    <message>
        <source>here %1, as the instructions before it in its chain have it</source>
        <translation>此处为 %1，由链中在它之前的指令决定</translation>
    </message>
</context>
<context>
    <name>lw::editor::CodeEditor</name>
    <message>
        <source>Program text</source>
        <translation>程序文本</translation>
    </message>
</context>
<context>
    <name>lw::editor::CompletionList</name>
    <message>
        <source>What may be written here</source>
        <translation>此处可以写什么</translation>
    </message>
</context>
<context>
    <name>lw::editor::Document</name>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Nothing was changed on disk.</source>
        <translation>无法写入 %1：%2。磁盘上没有任何改动。</translation>
    </message>
    <message>
        <source>Untitled %1</source>
        <translation>未命名 %1</translation>
    </message>
    <message>
        <source>%1 is not opened: it has %2 MiB, and a text may have %3.</source>
        <translation>未打开 %1：它有 %2 MiB，文本最多 %3 MiB。</translation>
    </message>
    <message>
        <source>%1 is not saved: it is not UTF-8, and is shown read-only until you choose how to read it.</source>
        <translation>未保存 %1：它不是 UTF-8，在您选择读取方式之前以只读方式显示。</translation>
    </message>
    <message>
        <source>%1 is not saved: %2 lacks a character of the text. Convert it to UTF-8 first (File menu).</source>
        <translation>未保存 %1：%2 缺少文本中的某个字符。请先转换为 UTF-8（“文件”菜单）。</translation>
    </message>
    <message>
        <source>%1 more bytes</source>
        <translation>另有 %1 字节</translation>
    </message>
</context>
<context>
    <name>lw::editor::DocumentArea</name>
    <message>
        <source>There is no name at the caret.</source>
        <translation>光标处没有名称。</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的修改</translation>
    </message>
    <message>
        <source>%1 was changed. Save it?</source>
        <translation>%1 已修改。要保存吗？</translation>
    </message>
    <message>
        <source>%1 is defined nowhere in the open and included files.</source>
        <translation>%1 在打开的和包含的文件中没有定义。</translation>
    </message>
    <message>
        <source>The program does not assemble: see Problems.</source>
        <translation>程序不能汇编：见“问题”。</translation>
    </message>
    <message>
        <source>This line has become no bundle.</source>
        <translation>此行没有变成指令束。</translation>
    </message>
    <message>
        <source>This line includes no file.</source>
        <translation>此行没有包含文件。</translation>
    </message>
    <message>
        <source>The program as text, assembled as you type. Open one (Ctrl+O), begin a new one (Ctrl+N) or drop a file here.</source>
        <translation>程序文本，输入时即时汇编。打开一个（Ctrl+O）、新建一个（Ctrl+N），或把文件拖放到这里。</translation>
    </message>
    <message>
        <source>Show the Examples</source>
        <translation>显示示例</translation>
    </message>
    <message>
        <source>Uses of %1 in the open and included files</source>
        <translation>%1 在打开和包含的文件中的引用</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Programs (*.lw)</source>
        <translation>程序 (*.lw)</translation>
    </message>
    <message>
        <source>Write %1</source>
        <translation>改写为 %1</translation>
    </message>
    <message>
        <source>Proposals for this line</source>
        <translation>对此行的建议</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>%1 (preview)</source>
        <translation>%1（预览）</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>%1 is open in another tab: close that first.</source>
        <translation>%1 已在另一个标签页中打开：请先关闭它。</translation>
    </message>
    <message>
        <source>%1 is not saved yet: another program changed the file.</source>
        <translation>%1 尚未保存：另一个程序改动了该文件。</translation>
    </message>
    <message>
        <source>%1 is loaded, not this program.</source>
        <translation>已加载的是 %1，而不是此程序。</translation>
    </message>
    <message>
        <source>Run This One</source>
        <translation>运行此程序</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Read as %1</source>
        <translation>按 %1 读取</translation>
    </message>
    <message>
        <source>Show the Bytes</source>
        <translation>显示字节</translation>
    </message>
    <message>
        <source>%1 is not UTF-8 text (line %2). It is read-only, and stays on disk as it is.</source>
        <translation>%1 不是 UTF-8 文本（第 %2 行）。它是只读的，磁盘上的文件保持原样。</translation>
    </message>
    <message>
        <source>Nothing is proposed for this line.</source>
        <translation>对此行没有建议。</translation>
    </message>
    <message>
        <source>%1 is not a text: these are its bytes. They are read-only.</source>
        <translation>%1 不是文本：这里显示的是它的字节，只读。</translation>
    </message>
</context>
<context>
    <name>lw::editor::ExecutionMarks</name>
    <message>
        <source>Breakpoints need a program that assembles: mend the errors first.</source>
        <translation>断点需要能汇编的程序：请先改正错误。</translation>
    </message>
    <message>
        <source>The loaded program has no bundle on this line or below it.</source>
        <translation>已加载的程序在此行及其下方没有指令束。</translation>
    </message>
    <message>
        <source>Line %1, the next with a bundle, has its breakpoint already.</source>
        <translation>第 %1 行是其后第一个有指令束的行，它已有断点。</translation>
    </message>
</context>
<context>
    <name>lw::editor::FindBar</name>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Upper and lower case differ</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words only</source>
        <translation>全词匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Close the find bar</source>
        <translation>关闭查找栏</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace All</source>
        <translation>全部替换</translation>
    </message>
    <message>
        <source>No expression</source>
        <translation>不是表达式</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>1 match</source>
        <translation>1 处匹配</translation>
    </message>
    <message>
        <source>%1 matches</source>
        <translation>%1 处匹配</translation>
    </message>
    <message>
        <source>1 replaced</source>
        <translation>已替换 1 处</translation>
    </message>
    <message>
        <source>%1 replaced</source>
        <translation>已替换 %1 处</translation>
    </message>
</context>
<context>
    <name>lw::editor::HoverCard</name>
    <message>
        <source>About the word under the mouse</source>
        <translation>关于鼠标下的词</translation>
    </message>
</context>
<context>
    <name>lw::editor::NoticeBar</name>
    <message>
        <source>Questions about files</source>
        <translation>关于文件的询问</translation>
    </message>
</context>
<context>
    <name>lw::editor::Offers</name>
    <message>
        <source>Slot of class %1</source>
        <translation>%1 类的槽</translation>
    </message>
    <message>
        <source>%1: a number of the machine</source>
        <translation>%1：机器的参数</translation>
    </message>
    <message>
        <source>a function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>here %1</source>
        <translation>此处为 %1</translation>
    </message>
</context>
<context>
    <name>lw::editor::OutsideChanges</name>
    <message>
        <source>%1 was deleted or moved by another program.</source>
        <translation>%1 已被其他程序删除或移动。</translation>
    </message>
    <message>
        <source>Keep the text</source>
        <translation>保留文本</translation>
    </message>
    <message>
        <source>%1 was changed by another program, and here as well.</source>
        <translation>%1 已被其他程序修改，这里也修改过。</translation>
    </message>
    <message>
        <source>%1 was changed by another program.</source>
        <translation>%1 已被其他程序修改。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Save mine over it</source>
        <translation>用我的文本覆盖</translation>
    </message>
</context>
<context>
    <name>lw::editor::SplitPane</name>
    <message>
        <source>Text in the second view</source>
        <translation>第二视图中的文本</translation>
    </message>
    <message>
        <source>Close the second view</source>
        <translation>关闭第二视图</translation>
    </message>
</context>
<context>
    <name>lw::editor::TextKeeper</name>
    <message>
        <source>%1 cannot be kept for a crash: is the disk full?</source>
        <translation>无法为意外退出保留 %1：磁盘满了吗？</translation>
    </message>
    <message>
        <source>a new file</source>
        <translation>新文件</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Lanewright ended unexpectedly. Unsaved text of %1 was kept on %2.</source>
        <translation>Lanewright 意外结束。%1 的未保存文本已于 %2 保留。</translation>
    </message>
</context>
<context>
    <name>lw::firmware::BesideView</name>
    <message>
        <source>Layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>固件</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Language of the software</source>
        <translation>软件的语言</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>All of the software, to the clipboard</source>
        <translation>将全部软件复制到剪贴板</translation>
    </message>
    <message>
        <source>Save...</source>
        <translation>保存...</translation>
    </message>
    <message>
        <source>The software into a folder, with the arrays and the module that it needs</source>
        <translation>将软件连同所需的数组和模块存入文件夹</translation>
    </message>
    <message>
        <source>Runs the firmware and the software, and compares every number on the way</source>
        <translation>运行固件和软件，并比较途中的每个数</translation>
    </message>
    <message>
        <source>The instruction that gives the first number that differs</source>
        <translation>给出第一个不同之数的指令</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The firmware runs, then the software in %1.</source>
        <translation>先运行固件，再运行 %1 软件。</translation>
    </message>
    <message>
        <source>Compare runs both and says whether %1 gives the same bits.</source>
        <translation>“比较”会运行两者，并说明 %1 是否给出相同的位。</translation>
    </message>
    <message>
        <source>Folder for the Software</source>
        <translation>软件的文件夹</translation>
    </message>
    <message>
        <source>Firmware beside software that gives the same bits, in NumPy, PyTorch, C++ and TensorFlow: pick a line, and its other side is marked.</source>
        <translation>固件与给出相同位的软件（NumPy、PyTorch、C++ 和 TensorFlow）并列：选一行，另一侧对应的行会被标出。</translation>
    </message>
</context>
<context>
    <name>lw::firmware::BlocksView</name>
    <message>
        <source>%1: 2^%2</source>
        <translation>%1：2^%2</translation>
    </message>
    <message>
        <source>Block: exponent</source>
        <translation>块：指数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Mantissa</source>
        <translation>尾数</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Rounded</source>
        <translation>舍入后</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>The numbers of an instruction as blocks: shared exponents, mantissas as bits, and what rounding loses.</source>
        <translation>以块显示一条指令的数：共享指数、按位显示的尾数，以及舍入的损失。</translation>
    </message>
    <message>
        <source>Numbers in blocks</source>
        <translation>块中的数</translation>
    </message>
    <message>
        <source>Select an instruction that computes: in the text, the graph or the chain.</source>
        <translation>请在文本、图或链中选择一条进行计算的指令。</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数的个数</translation>
    </message>
    <message>
        <source>Bits of a mantissa</source>
        <translation>尾数的位数</translation>
    </message>
    <message>
        <source>Bits of a mantissa, from 2 to 16: tries what other formats lose</source>
        <translation>尾数的位数，2 到 16：试看其他格式的损失</translation>
    </message>
    <message>
        <source>As the Firmware</source>
        <translation>与固件相同</translation>
    </message>
    <message>
        <source>As many bits as the firmware has for this</source>
        <translation>位数与固件在此处所用的相同</translation>
    </message>
    <message>
        <source>Instruction %1 computes nothing.</source>
        <translation>指令 %1 不计算任何值。</translation>
    </message>
    <message>
        <source>Instruction %1 rounds these to mantissas of %2 bits; here %3.</source>
        <translation>指令 %1 将这些数舍入为 %2 位尾数；此处为 %3 位。</translation>
    </message>
    <message>
        <source>%1 of %2 lose nothing, %3 are cut at the end of the range, at most %4 is lost.</source>
        <translation>%2 个中有 %1 个无损失，%3 个在范围端点被截断，损失最多为 %4。</translation>
    </message>
    <message>
        <source>Shown: the first %1 of %2.</source>
        <translation>显示：%2 个中的前 %1 个。</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>What formats lose</source>
        <translation>各格式的损失</translation>
    </message>
    <message>
        <source>The same numbers in the firmware&apos;s format and in MX formats: click one to see them in it</source>
        <translation>同样的数在固件的格式和各 MX 格式中：单击其中一种，即以它显示</translation>
    </message>
    <message>
        <source>Instruction %1 was not reached.</source>
        <translation>没有到达指令 %1。</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Bits of a number</source>
        <translation>每个数的位数</translation>
    </message>
    <message>
        <source>Lose nothing</source>
        <translation>无损失</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Largest loss</source>
        <translation>最大损失</translation>
    </message>
    <message>
        <source>Mean loss</source>
        <translation>平均损失</translation>
    </message>
    <message>
        <source>Off float64</source>
        <translation>偏离 float64</translation>
    </message>
    <message>
        <source>lost, in steps of the mantissa (0: nothing)</source>
        <translation>损失，以尾数的步长计（0：无损失）</translation>
    </message>
    <message>
        <source>Instruction %1 gives these, which a product would round to %2 bits; here %3.</source>
        <translation>指令 %1 给出这些数，若送入乘积则会舍入为 %2 位；此处为 %3 位。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
</context>
<context>
    <name>lw::firmware::ChainView</name>
    <message>
        <source>The chain of an instruction as a path through multiplier and multifunction units, with the vector after each instruction.</source>
        <translation>指令所在的链：经过乘法器和多功能单元的路径，以及每条指令之后的向量。</translation>
    </message>
    <message>
        <source>The chain as a table</source>
        <translation>链的表格</translation>
    </message>
    <message>
        <source>Which execution of the chain</source>
        <translation>链的第几次执行</translation>
    </message>
    <message>
        <source>Which execution of the chain is shown, of all that loops make</source>
        <translation>在循环产生的所有执行中，显示链的哪一次执行</translation>
    </message>
    <message>
        <source>execution </source>
        <translation>执行 </translation>
    </message>
    <message>
        <source>Instruction %1 is in no chain: select one that is, or step into one.</source>
        <translation>指令 %1 不在任何链中：请选择链中的指令，或单步进入一条链。</translation>
    </message>
    <message>
        <source>, layer %1</source>
        <translation>，层 %1</translation>
    </message>
    <message>
        <source>Chain of instructions %1 to %2%3.</source>
        <translation>指令 %1 至 %2 的链%3。</translation>
    </message>
    <message>
        <source>%1 takes the most clocks.</source>
        <translation>%1 占用的时钟最多。</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Vector after it</source>
        <translation>其后的向量</translation>
    </message>
    <message>
        <source>the run stops here</source>
        <translation>运行停在这里</translation>
    </message>
    <message>
        <source>%1 operations per instruction.</source>
        <translation>每条指令 %1 次运算。</translation>
    </message>
    <message>
        <source>It computes nothing: it moves %1 bytes.</source>
        <translation>它不作运算，只移动 %1 字节。</translation>
    </message>
    <message>
        <source>This firmware has no chain.</source>
        <translation>此固件没有链。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>the MFUs</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>the queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Its limit: %1.</source>
        <translation>限制它的是：%1。</translation>
    </message>
    <message>
        <source>Its limits, alike: %1.</source>
        <translation>同样限制它的有：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
</context>
<context>
    <name>lw::firmware::DifferencesView</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>What the firmware gives beside its software and beside float64: every number, and how far they are apart.</source>
        <translation>固件给出的结果，与其软件和 float64 并列：每个数，以及彼此相差多少。</translation>
    </message>
    <message>
        <source>Differences of instructions</source>
        <translation>各指令的差异</translation>
    </message>
    <message>
        <source>The firmware runs, and is computed in float64.</source>
        <translation>固件正在运行，并以 float64 计算。</translation>
    </message>
    <message>
        <source>Which execution of the instruction</source>
        <translation>指令的哪一次执行</translation>
    </message>
    <message>
        <source>Which execution of the instruction is shown, of all that loops make</source>
        <translation>在循环产生的所有执行中，显示指令的哪一次执行</translation>
    </message>
    <message>
        <source>execution </source>
        <translation>执行 </translation>
    </message>
    <message>
        <source>Between which two numbers</source>
        <translation>哪两个数之间</translation>
    </message>
    <message>
        <source>Between which two numbers steps of FP16 are counted</source>
        <translation>在哪两个数之间计算 FP16 的步数</translation>
    </message>
    <message>
        <source>firmware and software</source>
        <translation>固件与软件</translation>
    </message>
    <message>
        <source>firmware and float64</source>
        <translation>固件与 float64</translation>
    </message>
    <message>
        <source>Step There</source>
        <translation>步进到此处</translation>
    </message>
    <message>
        <source>Runs the debugger&apos;s machine to just before this execution of the instruction</source>
        <translation>让调试器的机器运行到指令这次执行之前</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Equal bits</source>
        <translation>相同的位</translation>
    </message>
    <message>
        <source>Ulp</source>
        <translation>Ulp</translation>
    </message>
    <message>
        <source>Off float64</source>
        <translation>偏离 float64</translation>
    </message>
    <message>
        <source>Of magnitudes up to</source>
        <translation>数值大小最大为</translation>
    </message>
    <message>
        <source>Pick an instruction in the table.</source>
        <translation>请在表格中选择一条指令。</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>固件</translation>
    </message>
    <message>
        <source>Software</source>
        <translation>软件</translation>
    </message>
    <message>
        <source>Press Compare in Firmware and Software: the software has not run.</source>
        <translation>请在“固件与软件”中按“比较”：软件尚未运行。</translation>
    </message>
    <message>
        <source>Float64, nothing rounded</source>
        <translation>float64，不作任何舍入</translation>
    </message>
    <message>
        <source>Ulp apart</source>
        <translation>相差 ulp</translation>
    </message>
    <message>
        <source>The software has not run: only float64 is beside the firmware.</source>
        <translation>软件尚未运行：固件旁边只有 float64。</translation>
    </message>
    <message>
        <source>Software in %1 gives equal bits everywhere.</source>
        <translation>%1 软件处处给出相同的位。</translation>
    </message>
    <message>
        <source>Software in %1 first gives other bits at instruction %2, execution %3.</source>
        <translation>%1 软件最先在指令 %2 的第 %3 次执行给出不同的位。</translation>
    </message>
    <message>
        <source>Here vector %1, element %2 is the first: %3 ulp apart.</source>
        <translation>这里最先不同的是向量 %1 的元素 %2：相差 %3 ulp。</translation>
    </message>
    <message>
        <source>Compare With...</source>
        <translation>与之比较...</translation>
    </message>
    <message>
        <source>Sets what another firmware gives to the network beside this one: of the same mathematics, say</source>
        <translation>把另一个固件发往网络的内容与这个固件的并列：例如数学相同的固件</translation>
    </message>
    <message>
        <source>Compare With</source>
        <translation>与之比较</translation>
    </message>
    <message>
        <source>Firmware (*.lw *.lwo)</source>
        <translation>固件 (*.lw *.lwo)</translation>
    </message>
    <message>
        <source>To the network %1 and %2 give %3 of %4 numbers with equal bits; the others are at most %5 ulp apart.</source>
        <translation>%1 和 %2 发往网络的 %4 个数中有 %3 个位相同；其余的最多相差 %5 ulp。</translation>
    </message>
    <message>
        <source>One gives %1 numbers and the other %2: those that both give are shown.</source>
        <translation>一个给出 %1 个数，另一个给出 %2 个：显示两者都给出的数。</translation>
    </message>
    <message>
        <source>%1, %2 NaN</source>
        <translation>%1，%2 个 NaN</translation>
    </message>
    <message>
        <source>Here vector %1, element %2 is the first: one of the two is NaN.</source>
        <translation>此处向量 %1 的元素 %2 是第一处：两者之一是 NaN。</translation>
    </message>
    <message>
        <source>%1, %2 NaN or infinite</source>
        <translation>%1，%2 个 NaN 或无穷大</translation>
    </message>
    <message>
        <source>Each instruction that computes has a row here.</source>
        <translation>每条进行计算的指令在此有一行。</translation>
    </message>
</context>
<context>
    <name>lw::firmware::FirmwareDesk</name>
    <message>
        <source>The firmware does not come to its end: %1</source>
        <translation>固件没有运行到结束：%1</translation>
    </message>
    <message>
        <source>%1 is saved, with what it needs beside it.</source>
        <translation>%1 已保存，所需的文件在其旁边。</translation>
    </message>
</context>
<context>
    <name>lw::firmware::FirmwareView</name>
    <message>
        <source>Open firmware of a neural network processor: the examples have some.</source>
        <translation>请打开神经网络处理器的固件：示例中就有。</translation>
    </message>
    <message>
        <source>Show Examples</source>
        <translation>显示示例</translation>
    </message>
</context>
<context>
    <name>lw::firmware::GraphView</name>
    <message>
        <source>What the firmware computes as a graph: layers that fold, values with their numbers, and where each is put.</source>
        <translation>固件所计算内容的图：可折叠的层、各值及其数、以及每个值存放的位置。</translation>
    </message>
    <message>
        <source>Graph of values</source>
        <translation>值的图</translation>
    </message>
    <message>
        <source>Values as a table</source>
        <translation>值的表格</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>A box for each value, or for each layer that hints of the firmware name. Space folds and unfolds one.</source>
        <translation>每个值一个方框，或固件提示所命名的每一层一个方框。空格键折叠或展开一个。</translation>
    </message>
    <message>
        <source>every value</source>
        <translation>所有值</translation>
    </message>
    <message>
        <source>layers folded</source>
        <translation>层已折叠</translation>
    </message>
    <message>
        <source>The whole graph (0)</source>
        <translation>整个图 (0)</translation>
    </message>
    <message>
        <source>Show Where It Is</source>
        <translation>显示其位置</translation>
    </message>
    <message>
        <source>Selects the first number of the place that the value is put into</source>
        <translation>选中该值存放位置的第一个数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>向量数</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Put into</source>
        <translation>存入</translation>
    </message>
    <message>
        <source>Click a value: its instruction is selected in all views.</source>
        <translation>单击一个值：其指令会在所有视图中被选中。</translation>
    </message>
    <message>
        <source>Value: %1</source>
        <translation>值：%1</translation>
    </message>
    <message>
        <source>Instruction: %1</source>
        <translation>指令：%1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>Native matrices: %1</source>
        <translation>原生矩阵：%1</translation>
    </message>
    <message>
        <source>Native vectors: %1</source>
        <translation>原生向量：%1</translation>
    </message>
    <message>
        <source>Turns: %1; numbers are of the first</source>
        <translation>轮数：%1；数属于第一轮</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>数：%1</translation>
    </message>
    <message>
        <source>Put into: %1</source>
        <translation>存入：%1</translation>
    </message>
    <message>
        <source>A function of the products: %1</source>
        <translation>以下乘积的函数：%1</translation>
    </message>
    <message>
        <source>Reads %1 of the turn before</source>
        <translation>读取上一轮的 %1</translation>
    </message>
    <message>
        <source>A line that is solid and has the colour of products is both</source>
        <translation>乘积颜色的实线表示两者都是</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>is a function of</source>
        <translation>是其函数</translation>
    </message>
    <message>
        <source>Functions of products</source>
        <translation>乘积的函数</translation>
    </message>
    <message>
        <source>Also shows of which products each function of the MFUs is one, however many others stand between</source>
        <translation>还显示 MFU 的每个函数是哪些乘积的函数，不论其间有多少其他函数</translation>
    </message>
    <message>
        <source>A function of</source>
        <translation>是谁的函数</translation>
    </message>
    <message>
        <source>takes the place of</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Places written over</source>
        <translation>被覆盖的位置</translation>
    </message>
    <message>
        <source>Also shows which value is written over which: whatever reads the old one comes before</source>
        <translation>还显示哪个值写在哪个值之上：读取旧值的都在此之前</translation>
    </message>
    <message>
        <source>Takes the place of</source>
        <translation>取代</translation>
    </message>
    <message>
        <source>Takes the place of: %1</source>
        <translation>取代：%1</translation>
    </message>
</context>
<context>
    <name>lw::firmware::NumberView</name>
    <message>
        <source>Numbers bit by bit</source>
        <translation>逐位显示的数</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Numbers with spaces between them, inf and nan, or bits such as 0x7e of a format without blocks</source>
        <translation>以空格隔开的数，inf 和 nan，或没有块的格式的位，如 0x7e</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>舍入</translation>
    </message>
    <message>
        <source>to nearest even</source>
        <translation>向最近偶数</translation>
    </message>
    <message>
        <source>toward zero</source>
        <translation>向零</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>%1 has blocks: type numbers instead of the bits %2.</source>
        <translation>%1 分块：请键入数，而不是位 %2。</translation>
    </message>
    <message>
        <source>%1 is not a number of %2 bits: type fewer hexadecimal digits.</source>
        <translation>%1 不是 %2 位的数：请减少十六进制数字。</translation>
    </message>
    <message>
        <source>%1 is not a number: type some like 0.1, -3e-5, inf or nan.</source>
        <translation>%1 不是数：请键入如 0.1、-3e-5、inf 或 nan 的数。</translation>
    </message>
    <message>
        <source>Some of these are numbers, and some are bits: type one or the other.</source>
        <translation>其中有的是数，有的是位：请只键入其中一种。</translation>
    </message>
    <message>
        <source>Type numbers to see their bits.</source>
        <translation>键入数即可看到它们的位。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>块</translation>
    </message>
</context>
<context>
    <name>lw::firmware::PlanView</name>
    <message>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>vectors in DRAM</source>
        <translation>DRAM 中的向量</translation>
    </message>
    <message>
        <source>matrices in DRAM</source>
        <translation>DRAM 中的矩阵</translation>
    </message>
    <message>
        <source>%1 on %2: %3 instructions; %4 bytes in DRAM. %5</source>
        <translation>%1 放在 %2 上：%3 条指令；DRAM 中 %4 字节。%5</translation>
    </message>
    <message>
        <source>All matrices stay in MatrixRf.</source>
        <translation>所有矩阵都留在 MatrixRf 中。</translation>
    </message>
    <message>
        <source>Matrices come to MatrixRf as layers need them.</source>
        <translation>各层需要矩阵时才把它们放进 MatrixRf。</translation>
    </message>
    <message>
        <source>What the firmware takes of the processor</source>
        <translation>固件占用处理器的多少</translation>
    </message>
    <message>
        <source>What each layer takes</source>
        <translation>每一层占用多少</translation>
    </message>
    <message>
        <source>What a network takes as firmware of the neural network processor, before anything is run.</source>
        <translation>网络作为神经网络处理器的固件要占用多少，在运行之前就能看到。</translation>
    </message>
    <message>
        <source>Open a network, and choose the processor for it.</source>
        <translation>打开一个网络，并为它选择处理器。</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>the smallest that it fits on</source>
        <translation>放得下它的最小机器</translation>
    </message>
    <message>
        <source>File...</source>
        <translation>文件...</translation>
    </message>
    <message>
        <source>Machine from a File</source>
        <translation>来自文件的机器</translation>
    </message>
    <message>
        <source>A processor of your own, from its file</source>
        <translation>您自己的处理器，来自其文件</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>an .npy file or a picture, to be run on</source>
        <translation>用来运行的 .npy 文件或图片</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择...</translation>
    </message>
    <message>
        <source>Choose the input</source>
        <translation>选择输入</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>Input of the Network</source>
        <translation>网络的输入</translation>
    </message>
    <message>
        <source>Tensors and pictures (*.npy *.png *.jpg *.jpeg)</source>
        <translation>张量和图片 (*.npy *.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Plan Again</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>Make Firmware</source>
        <translation>生成固件</translation>
    </message>
    <message>
        <source>Make and Compare</source>
        <translation>生成并比较</translation>
    </message>
    <message>
        <source>Writes the firmware and opens it; with an input it is run, software in NumPy is made of it and run beside it, and their bits are compared</source>
        <translation>写出固件并打开；有输入时运行它，由它生成 NumPy 软件并一起运行，再比较两者的每一位</translation>
    </message>
    <message>
        <source>%1 is being planned.</source>
        <translation>正在规划 %1。</translation>
    </message>
    <message>
        <source>%1 is not planned.</source>
        <translation>%1 尚未规划。</translation>
    </message>
    <message>
        <source>With an input it can be run and compared.</source>
        <translation>有了输入就能运行并比较。</translation>
    </message>
    <message>
        <source>Takes of</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>已占</translation>
    </message>
    <message>
        <source>Room</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>Matrices</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Useful</source>
        <translation>有用</translation>
    </message>
    <message>
        <source>Its matrices are integers: %1 weights have a fraction and are rounded, %2 are beyond the range and become its end.</source>
        <translation>其矩阵由整数组成：%1 个权重带小数而被舍入，%2 个超出范围而变成范围的端点。</translation>
    </message>
    <message>
        <source>Of the network&apos;s numbers %1 are too large for FP16 and become infinite, %2 are too small and become 0, %3 are NaN or infinite.</source>
        <translation>在网络的各数中，%1 个对 FP16 而言过大，变成无穷大；%2 个过小，变成 0；%3 个是 NaN 或无穷大。</translation>
    </message>
</context>
<context>
    <name>lw::firmware::RegisterFilesView</name>
    <message>
        <source>%1, each of %2 iterations %3 further</source>
        <translation>%1，%2 次迭代，每次往后 %3</translation>
    </message>
    <message>
        <source>What reads and writes the register files in which clocks, what waits for that, and how much they hold.</source>
        <translation>什么在哪些时钟读写各寄存器堆，什么为此等待，以及它们保存多少。</translation>
    </message>
    <message>
        <source>Register files over time</source>
        <translation>寄存器堆随时间的变化</translation>
    </message>
    <message>
        <source>Register files over time as a table</source>
        <translation>以表显示寄存器堆随时间的变化</translation>
    </message>
    <message>
        <source>Register file</source>
        <translation>寄存器堆</translation>
    </message>
    <message>
        <source>Instruction or number held</source>
        <translation>指令或保存的数目</translation>
    </message>
    <message>
        <source>The firmware runs to see when it uses its register files.</source>
        <translation>正在运行固件，以得知它何时使用各寄存器堆。</translation>
    </message>
    <message>
        <source>%1 holds at most %2</source>
        <translation>%1 最多保存 %2</translation>
    </message>
    <message>
        <source>%1 holds at most %2, and chains wait %3 for it</source>
        <translation>%1 最多保存 %2，链为它等待 %3</translation>
    </message>
    <message>
        <source>The firmware uses no register file.</source>
        <translation>固件不使用任何寄存器堆。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>. Click a clock to go there.</source>
        <translation>。单击一个时钟即可转到那里。</translation>
    </message>
    <message>
        <source>clocks %1 to %2 (%3)</source>
        <translation>时钟 %1 到 %2（%3）</translation>
    </message>
    <message>
        <source>%1 holds %2: %3.</source>
        <translation>%1 保存 %2：%3。</translation>
    </message>
    <message>
        <source>execution %1</source>
        <translation>第 %1 次执行</translation>
    </message>
    <message>
        <source>Instruction %1 (%2) reads %3%4: %5.</source>
        <translation>指令 %1（%2）读取 %3%4：%5。</translation>
    </message>
    <message>
        <source>Instruction %1 (%2) writes %3%4: %5.</source>
        <translation>指令 %1（%2）写入 %3%4：%5。</translation>
    </message>
    <message>
        <source>The chain of instruction %1 (%2) waits for what instruction %3 writes to %4: %5.</source>
        <translation>指令 %1（%2）的链等待指令 %3 写入 %4 的内容：%5。</translation>
    </message>
    <message>
        <source>The chain of instruction %1 (%2) waits until instruction %3 no longer multiplies by %4: %5.</source>
        <translation>指令 %1（%2）的链等待指令 %3 不再使用 %4 相乘：%5。</translation>
    </message>
</context>
<context>
    <name>lw::ide::Chooser</name>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>No match. Try fewer letters.</source>
        <translation>没有匹配项。请少输入几个字母。</translation>
    </message>
</context>
<context>
    <name>lw::ide::GuideBar</name>
    <message>
        <source>Steps of the example</source>
        <translation>示例的步骤</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The text with all steps (About)</source>
        <translation>包含全部步骤的文本（关于）</translation>
    </message>
    <message>
        <source>Hide the steps</source>
        <translation>隐藏步骤</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一个：%1</translation>
    </message>
</context>
<context>
    <name>lw::ide::InputsDialog</name>
    <message>
        <source>Choose File...</source>
        <translation>选择文件...</translation>
    </message>
    <message>
        <source>Remove File</source>
        <translation>移除文件</translation>
    </message>
    <message>
        <source>Inputs of the Program</source>
        <translation>程序的输入</translation>
    </message>
    <message>
        <source>Files that are put into the program&apos;s tensors before the first clock. Type and shape must be the tensor&apos;s, unless the numbers are converted.</source>
        <translation>在第一个时钟之前放入程序张量的文件。除非转换数值，类型和形状必须与张量相同。</translation>
    </message>
    <message>
        <source>Tensors and their files</source>
        <translation>张量及其文件</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Convert</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>The program names no tensors: .tensor does.</source>
        <translation>程序没有命名张量：用 .tensor 命名。</translation>
    </message>
    <message>
        <source>not in the program</source>
        <translation>不在程序中</translation>
    </message>
    <message>
        <source>Use and Restart</source>
        <translation>采用并重新开始</translation>
    </message>
    <message>
        <source>File for %1</source>
        <translation>%1 的文件</translation>
    </message>
    <message>
        <source>Tensors (*.npy)</source>
        <translation>张量 (*.npy)</translation>
    </message>
    <message>
        <source>How the numbers for %1 are converted</source>
        <translation>%1 的数如何转换</translation>
    </message>
    <message>
        <source>no</source>
        <translation>不转换</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>bf16 patterns</source>
        <translation>bf16 位模式</translation>
    </message>
</context>
<context>
    <name>lw::ide::MainWindow</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入想做的事</translation>
    </message>
    <message>
        <source>Type a part of a file&apos;s name</source>
        <translation>输入文件名的一部分</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Programs (*.lw)</source>
        <translation>程序 (*.lw)</translation>
    </message>
    <message>
        <source>About Lanewright</source>
        <translation>关于 Lanewright</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lanewright %1&lt;/b&gt;&lt;p&gt;An assembler, exact emulator and time-travel debugger for neural-network accelerators.&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</source>
        <translation>&lt;b&gt;Lanewright %1&lt;/b&gt;&lt;p&gt;神经网络加速器的汇编器、精确仿真器和可回溯调试器。&lt;/p&gt;&lt;p&gt;GPL-3.0-or-later&lt;/p&gt;</translation>
    </message>
    <message>
        <source>The loaded program has no bundle on this line or below it.</source>
        <translation>已加载的程序在此行及其下方没有指令束。</translation>
    </message>
    <message>
        <source>An input was not put in. %1</source>
        <translation>有输入没有放入。%1</translation>
    </message>
    <message>
        <source>Inputs...</source>
        <translation>输入...</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>No picture has the focus.</source>
        <translation>焦点不在任何图像上。</translation>
    </message>
    <message>
        <source>What Runs</source>
        <translation>运行什么</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <source>%1 ends the presentation</source>
        <translation>按 %1 结束演示</translation>
    </message>
    <message>
        <source>Projects (*.lwp)</source>
        <translation>项目 (*.lwp)</translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Machine from a File</source>
        <translation>从文件选择机器</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>New Project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Save Project As</source>
        <translation>项目另存为</translation>
    </message>
    <message>
        <source>%1 is saved.</source>
        <translation>%1 已保存。</translation>
    </message>
    <message>
        <source>The project cannot be opened</source>
        <translation>无法打开项目</translation>
    </message>
    <message>
        <source>There is no program yet: its tensors are not known.</source>
        <translation>还没有程序：其张量未知。</translation>
    </message>
    <message>
        <source>%1 begins with %2 from now on.</source>
        <translation>从现在起 %1 以 %2 开始。</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>A file for a tensor</source>
        <translation>张量的文件</translation>
    </message>
    <message>
        <source>%1 was dropped on %2.</source>
        <translation>%1 拖放到了 %2 上。</translation>
    </message>
    <message>
        <source>Start %1 With It</source>
        <translation>用它作为 %1 的初值</translation>
    </message>
    <message>
        <source>Only Show It</source>
        <translation>只显示</translation>
    </message>
    <message>
        <source>History as a table</source>
        <translation>历史的表格形式</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>View: %1</source>
        <translation>视图：%1</translation>
    </message>
    <message>
        <source>No view has the focus.</source>
        <translation>焦点不在任何视图上。</translation>
    </message>
    <message>
        <source>, %1 shows one view alone</source>
        <translation>，%1 单独显示一个视图</translation>
    </message>
    <message>
        <source>Open Network</source>
        <translation>打开网络</translation>
    </message>
    <message>
        <source>Networks (*.json *.onnx)</source>
        <translation>网络 (*.json *.onnx)</translation>
    </message>
    <message>
        <source>%1 is being lowered.</source>
        <translation>正在转换 %1。</translation>
    </message>
    <message>
        <source>%1 is open: step, and its tensors fill.</source>
        <translation>%1 已打开：单步执行，张量逐渐填满。</translation>
    </message>
    <message>
        <source>%1 is not among the examples.</source>
        <translation>示例中没有 %1。</translation>
    </message>
    <message>
        <source>What is known of this program cannot be read: %1</source>
        <translation>无法读取此程序的相关信息：%1</translation>
    </message>
    <message>
        <source>%1 (%2 runs)</source>
        <translation>%1（运行的是 %2）</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，项目 %2</translation>
    </message>
    <message>
        <source>%1 does not assemble: see Problems.</source>
        <translation>%1 汇编未通过：参见“问题”。</translation>
    </message>
    <message>
        <source>%1 is a part of %2, which runs.</source>
        <translation>%1 是 %2 的一部分，运行的是后者。</translation>
    </message>
    <message>
        <source>%1 is not a program: %2 runs.</source>
        <translation>%1 不是程序：运行的是 %2。</translation>
    </message>
    <message>
        <source>No program is open.</source>
        <translation>没有打开的程序。</translation>
    </message>
    <message>
        <source>%1 is being checked.</source>
        <translation>正在检查 %1。</translation>
    </message>
    <message>
        <source>%1 assembles. Bundles: %2.</source>
        <translation>%1 汇编通过。指令束：%2。</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>主页</translation>
    </message>
    <message>
        <source>A program for the %1</source>
        <translation>%1的程序</translation>
    </message>
    <message>
        <source>An empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>What to begin with</source>
        <translation>从什么开始</translation>
    </message>
    <message>
        <source>Settings: Language</source>
        <translation>设置：语言</translation>
    </message>
    <message>
        <source>Settings: Shortcuts</source>
        <translation>设置：快捷键</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>示例：%1</translation>
    </message>
    <message>
        <source>Label: %1</source>
        <translation>标号：%1</translation>
    </message>
    <message>
        <source>Manual: %1</source>
        <translation>手册：%1</translation>
    </message>
    <message>
        <source>Settings: Appearance, font size, scale</source>
        <translation>设置：外观、字号、缩放</translation>
    </message>
    <message>
        <source>Went to clock %1; the history bar leads back.</source>
        <translation>已转到时钟 %1；用历史条可以返回。</translation>
    </message>
    <message>
        <source>The mode cannot be changed</source>
        <translation>无法更改模式</translation>
    </message>
    <message>
        <source>Programs (*.lw *.lwo *.lww)</source>
        <translation>程序 (*.lw *.lwo *.lww)</translation>
    </message>
    <message>
        <source>Programs, projects, tensors and networks (*.lw *.lwo *.lww *.lwp *.npy *.npz *.json *.onnx);;All files (*)</source>
        <translation>程序、项目、张量和网络 (*.lw *.lwo *.lww *.lwp *.npy *.npz *.json *.onnx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 cannot be opened: programs (.lw, .lwo), workloads (.lww), projects (.lwp), tensors (.npy, .npz) and networks (.json, .onnx) can.</source>
        <translation>无法打开 %1：可以打开的有程序 (.lw、.lwo)、工作负载 (.lww)、项目 (.lwp)、张量 (.npy、.npz) 和网络 (.json、.onnx)。</translation>
    </message>
    <message>
        <source>%1 is not of one core.</source>
        <translation>“%1”不属于某一个核。</translation>
    </message>
    <message>
        <source>%1 follows the core in focus.</source>
        <translation>“%1”跟随当前核。</translation>
    </message>
    <message>
        <source>Stops all cores, at one clock</source>
        <translation>使所有核停在同一时钟</translation>
    </message>
    <message>
        <source>What comes before or after it can be opened without the rest.</source>
        <translation>它之前或之后的部分可以单独打开。</translation>
    </message>
    <message>
        <source>Open until &quot;%1&quot;</source>
        <translation>打开到“%1”为止</translation>
    </message>
    <message>
        <source>Open from &quot;%1&quot;</source>
        <translation>从“%1”之后打开</translation>
    </message>
    <message>
        <source>The network cannot be opened</source>
        <translation>无法打开网络</translation>
    </message>
    <message>
        <source>The program of tile %1 is open: step, and its tensors fill.</source>
        <translation>图块 %1 的程序已打开：单步执行，其张量会逐渐填满。</translation>
    </message>
    <message>
        <source>%1 is not the size of a tile, such as 64 or 64x48.</source>
        <translation>%1 不是图块的大小，应如 64 或 64x48。</translation>
    </message>
    <message>
        <source>A picture is needed to be cut into tiles: enter one as the input.</source>
        <translation>需要一幅图像来切成图块：请填入“输入”一栏。</translation>
    </message>
    <message>
        <source>The program that runs all tiles is open: step, and the picture fills.</source>
        <translation>运行全部图块的程序已打开：单步执行，图像随之填充。</translation>
    </message>
    <message>
        <source>The program of the training step is open: step, and watch what is live.</source>
        <translation>训练步的程序已打开：单步执行，观察哪些数据存活。</translation>
    </message>
    <message>
        <source>The firmware is open, and is compared with its software.</source>
        <translation>固件已打开，正在与其软件比较。</translation>
    </message>
    <message>
        <source>The firmware is open. Give its input in File &gt; Inputs of the Program to run it.</source>
        <translation>固件已打开。要运行它，请在“文件 &gt; 程序的输入”中给出输入。</translation>
    </message>
    <message>
        <source>%1 (also open in another window)</source>
        <translation>%1（也在另一个窗口中打开）</translation>
    </message>
    <message>
        <source>The project is open in another window</source>
        <translation>项目已在另一个窗口中打开</translation>
    </message>
    <message>
        <source>%1 is open in another window (%2). Both write breakpoints, watches and inputs to the file: what the last one writes stays, and what the other one had is lost.</source>
        <translation>%1 已在另一个窗口中打开（%2）。两个窗口都会把断点、监视和输入写入该文件：最后写入的内容保留下来，另一个窗口的内容会丢失。</translation>
    </message>
    <message>
        <source>Save Anyway</source>
        <translation>仍要保存</translation>
    </message>
    <message>
        <source>Open Anyway</source>
        <translation>仍要打开</translation>
    </message>
    <message>
        <source>The neural network processor takes all of it.</source>
        <translation>神经网络处理器能接受整个网络。</translation>
    </message>
    <message>
        <source>Plan for the Processor</source>
        <translation>为处理器规划</translation>
    </message>
</context>
<context>
    <name>lw::ide::NetworkDialog</name>
    <message>
        <source>Open Network</source>
        <translation>打开网络</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>automatic: the first that is provably exact</source>
        <translation>自动：第一个可证明精确的模式</translation>
    </message>
    <message>
        <source>For each layer by its activation and the values it can have; the report says why</source>
        <translation>每一层按其激活函数和可能的取值选择；报告说明原因</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>none: nothing can be compared</source>
        <translation>无：无法比较</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>kept with the session</source>
        <translation>与会话一起保存</translation>
    </message>
    <message>
        <source>Lower and Open</source>
        <translation>转换并打开</translation>
    </message>
    <message>
        <source>Choose...</source>
        <translation>选择...</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose the input</source>
        <translation>选择输入</translation>
    </message>
    <message>
        <source>Folder of the Program</source>
        <translation>程序的文件夹</translation>
    </message>
    <message>
        <source>Input of the Network</source>
        <translation>网络的输入</translation>
    </message>
    <message>
        <source>Tensors and pictures (*.npy *.png *.jpg *.jpeg)</source>
        <translation>张量和图片 (*.npy *.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>automatic: the smallest that holds it</source>
        <translation>自动：能容纳它的最小机器</translation>
    </message>
    <message>
        <source>Range of the input</source>
        <translation>输入的范围</translation>
    </message>
    <message>
        <source>as the file states; for a picture 0,255</source>
        <translation>按文件所述；图片为 0,255</translation>
    </message>
    <message>
        <source>The lowest and the highest number that an element of the input can be. ONNX files state none; then anything is possible, and less can be proven.</source>
        <translation>输入元素可能的最小值和最大值。ONNX 文件不声明范围；那样一切值都有可能，能证明的就更少。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Factor of two masks</source>
        <translation>双掩码的系数</translation>
    </message>
    <message>
        <source>What the first of two masks holds where a pixel is kept; the second holds its inverse</source>
        <translation>两个掩码中第一个在保留像素处的值；第二个为其倒数</translation>
    </message>
    <message>
        <source>usual: 2, of integers 3</source>
        <translation>通常：2，整数为 3</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>Layout of the input</source>
        <translation>输入的排列</translation>
    </message>
    <message>
        <source>as it fits; asks where both would</source>
        <translation>按形状判断；两种都合适时会询问</translation>
    </message>
    <message>
        <source>nhwc: rows, columns, channels</source>
        <translation>nhwc：行、列、通道</translation>
    </message>
    <message>
        <source>nchw: channels, rows, columns</source>
        <translation>nchw：通道、行、列</translation>
    </message>
    <message>
        <source>The order of an .npy file: ONNX and PyTorch have the channels first.</source>
        <translation>.npy 文件的顺序：ONNX 和 PyTorch 的通道在前。</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>排列</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>mean, such as 124,117,104</source>
        <translation>均值，例如 124,117,104</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>scale, such as 0.017</source>
        <translation>比例，例如 0.017</translation>
    </message>
    <message>
        <source>A byte p of a picture becomes (p - mean) * scale: one number, or one for each channel with commas between them</source>
        <translation>图片的字节 p 变为 (p - 均值) * 比例：一个数，或每个通道一个数，以逗号分隔</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Begins after</source>
        <translation>起于其后</translation>
    </message>
    <message>
        <source>after which layer it begins</source>
        <translation>从哪一层之后开始</translation>
    </message>
    <message>
        <source>What this layer, or node of an ONNX file, computes is the input. Nothing: the whole network from its beginning.</source>
        <translation>这一层（或 ONNX 文件的节点）的计算结果就是输入。留空：从网络的开头起。</translation>
    </message>
    <message>
        <source>Ends after</source>
        <translation>止于其后</translation>
    </message>
    <message>
        <source>after which layer it ends</source>
        <translation>在哪一层之后结束</translation>
    </message>
    <message>
        <source>The last layer, or node of an ONNX file; what follows is not looked at. Nothing: to its end.</source>
        <translation>最后一层，或 ONNX 文件的节点；其后的内容不予理会。留空：直到结尾。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Size of a tile</source>
        <translation>图块大小</translation>
    </message>
    <message>
        <source>none: the network for the size that its file states</source>
        <translation>无：按网络文件所给的大小</translation>
    </message>
    <message>
        <source>Rows and columns, such as 64 or 64x48: an input of any size is cut into overlapping tiles of this one, for which the program is made. Mode and folder are not asked for then.</source>
        <translation>行数和列数，如 64 或 64x48：任意大小的输入被切成此大小的重叠图块，程序只为此大小生成。此时不询问模式和文件夹。</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Size of a tile: automatic</source>
        <translation>图块大小：自动</translation>
    </message>
    <message>
        <source>Lanewright chooses the size for the machine: of those that fit, the one with which all tiles take the fewest clocks</source>
        <translation>由 Lanewright 按机器选择大小：在能放下的大小中，取全部图块所用时钟最少者</translation>
    </message>
    <message>
        <source>Plan Tiles</source>
        <translation>规划分块</translation>
    </message>
    <message>
        <source>File...</source>
        <translation>文件...</translation>
    </message>
    <message>
        <source>Machine from a File</source>
        <translation>从文件选择机器</translation>
    </message>
    <message>
        <source>A machine of your own, or an array of circuits, from its file</source>
        <translation>从文件选择您自己的机器，或电路阵列</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>the size that takes the fewest clocks</source>
        <translation>所用时钟最少的大小</translation>
    </message>
    <message>
        <source>%1 becomes a program for the inference circuit, which cannot stride: strided layers are computed with stride 1, masked and pooled. With a size of a tile the program is made for that, and runs on pictures of any size.</source>
        <translation>%1 将变成推理电路的程序，该电路不能跨步：带步幅的层以步幅 1 计算，再加掩码并池化。若给出图块大小，程序就按该大小生成，可用于任意大小的图像。</translation>
    </message>
    <message>
        <source>Chip</source>
        <translation>芯片</translation>
    </message>
    <message>
        <source>inference circuit</source>
        <translation>推理电路</translation>
    </message>
    <message>
        <source>neural network processor</source>
        <translation>神经网络处理器</translation>
    </message>
    <message>
        <source>%1 becomes firmware of the neural network processor, which computes in block floating point. What that takes is shown before anything is run.</source>
        <translation>%1 将成为神经网络处理器的固件，该处理器以块浮点计算。运行之前先显示所需资源。</translation>
    </message>
    <message>
        <source>Plan Firmware</source>
        <translation>规划固件</translation>
    </message>
</context>
<context>
    <name>lw::ide::ProjectKeeper</name>
    <message>
        <source>process %1 on %2</source>
        <translation>%2 上的进程 %1</translation>
    </message>
</context>
<context>
    <name>lw::ide::RunBar</name>
    <message>
        <source>%1 M/s</source>
        <translation>%1 M/秒</translation>
    </message>
    <message>
        <source>%1 k/s</source>
        <translation>%1 k/秒</translation>
    </message>
    <message>
        <source>%1 /s</source>
        <translation>%1 /秒</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>越过</translation>
    </message>
    <message>
        <source>To Cursor</source>
        <translation>到光标</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1 束</translation>
    </message>
    <message>
        <source>Full speed</source>
        <translation>全速</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>As the program says</source>
        <translation>按程序指定</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Core 0</source>
        <translation>核 0</translation>
    </message>
    <message>
        <source>No program</source>
        <translation>没有程序</translation>
    </message>
    <message>
        <source>What runs: no file is chosen yet</source>
        <translation>运行什么：尚未选择文件</translation>
    </message>
    <message>
        <source>What runs: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>%1, core 0</source>
        <translation>%1，核 0</translation>
    </message>
    <message>
        <source>The machine the program runs on</source>
        <translation>程序运行的机器</translation>
    </message>
    <message>
        <source>Machine: %1</source>
        <translation>机器：%1</translation>
    </message>
    <message>
        <source>no program</source>
        <translation>没有程序</translation>
    </message>
    <message>
        <source>halted</source>
        <translation>已停机</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>clock %1   %2</source>
        <translation>时钟 %1   %2</translation>
    </message>
    <message>
        <source>%1 bundles issued</source>
        <translation>已发射 %1 个指令束</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Core in focus</source>
        <translation>当前核</translation>
    </message>
    <message>
        <source>The core that steps are of, and that views show which are pinned to no other</source>
        <translation>单步所针对的核，未固定在其他核上的视图显示它</translation>
    </message>
</context>
<context>
    <name>lw::ide::RunForDialog</name>
    <message>
        <source>Run For</source>
        <translation>运行若干</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数目</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>bundles</source>
        <translation>指令束</translation>
    </message>
    <message>
        <source>clocks</source>
        <translation>时钟</translation>
    </message>
</context>
<context>
    <name>lw::ide::RunModesDialog</name>
    <message>
        <source>%1 DMA</source>
        <translation>%1 DMA</translation>
    </message>
    <message>
        <source>never written: %1</source>
        <translation>从未写入：%1</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>代码路径 %1</translation>
    </message>
    <message>
        <source>Run Modes</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>When a value is not ready</source>
        <translation>值未就绪时</translation>
    </message>
    <message>
        <source>Transfers arrive</source>
        <translation>传输到达的时间</translation>
    </message>
    <message>
        <source>timed: as the machine&apos;s timing says; eager: at once; late: just before a wait; shuffled: at times drawn with the seed. A program without races gives the same in all of them.</source>
        <translation>timed：按机器的时序；eager：立即；late：等待之前的最后时刻；shuffled：由种子决定的时间。没有竞争的程序在各种方式下结果相同。</translation>
    </message>
    <message>
        <source>Seed of shuffled transfers</source>
        <translation>打乱传输的种子</translation>
    </message>
    <message>
        <source>The same seed gives the same times</source>
        <translation>同样的种子给出同样的时间</translation>
    </message>
    <message>
        <source>Reading what was never written</source>
        <translation>读取从未写入的内容</translation>
    </message>
    <message>
        <source>fault: it stops there; zero: it reads 0</source>
        <translation>fault：在那里停下；zero：读出 0</translation>
    </message>
    <message>
        <source>Code path that multiplies</source>
        <translation>做乘法的代码路径</translation>
    </message>
    <message>
        <source>All give the same bits; Restore Defaults chooses the fastest of this computer</source>
        <translation>各路径给出相同的位；“恢复默认值”选用本机最快的一条</translation>
    </message>
    <message>
        <source>Restore Defaults</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>interlocked: the bundle waits; strict: it is a fault, as on a chip without interlocks</source>
        <translation>interlocked：指令束等待；strict：视为故障，如同没有互锁的芯片</translation>
    </message>
    <message>
        <source>Constants of this program</source>
        <translation>此程序的常量</translation>
    </message>
    <message>
        <source>Numbers in place of those that .equ gives in the text, as NAME=NUMBER with commas between them</source>
        <translation>用来代替文本中 .equ 所给的数，写成 NAME=数，用逗号分隔</translation>
    </message>
    <message>
        <source>Changes restart the program. All but the constants apply to every program.</source>
        <translation>更改会重新启动程序。除常量外，更改对每个程序都生效。</translation>
    </message>
</context>
<context>
    <name>lw::ide::ScriptRunner</name>
    <message>
        <source>takes %1 words</source>
        <translation>需要 %1 个词</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>needs the name of an action</source>
        <translation>需要一个动作的名称</translation>
    </message>
    <message>
        <source>%1 is not possible now</source>
        <translation>%1 现在不可用</translation>
    </message>
    <message>
        <source>there is no action %1</source>
        <translation>没有动作 %1</translation>
    </message>
    <message>
        <source>needs the name of a tensor, or a file</source>
        <translation>需要张量名或文件</translation>
    </message>
    <message>
        <source>the Tensors workspace was not shown yet</source>
        <translation>张量工作区尚未显示过</translation>
    </message>
    <message>
        <source>there is no tensor %1</source>
        <translation>没有张量 %1</translation>
    </message>
    <message>
        <source>the settings have no page %1</source>
        <translation>设置中没有 %1 页</translation>
    </message>
    <message>
        <source>this workspace has no view %1</source>
        <translation>此工作区没有视图 %1</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>无法写入 %1</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>it takes too long</source>
        <translation>耗时过长</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>the welcome page has no example %1</source>
        <translation>欢迎页上没有示例 %1</translation>
    </message>
    <message>
        <source>the window asks: %1</source>
        <translation>窗口正在询问：%1</translation>
    </message>
    <message>
        <source>no program waits at its beginning</source>
        <translation>没有处于起始位置的程序</translation>
    </message>
    <message>
        <source>%1 is open instead</source>
        <translation>打开的是 %1</translation>
    </message>
    <message>
        <source>no tensor is shown</source>
        <translation>没有显示张量</translation>
    </message>
    <message>
        <source>no text is open</source>
        <translation>没有打开的文本</translation>
    </message>
    <message>
        <source>needs a line</source>
        <translation>需要行号</translation>
    </message>
    <message>
        <source>the diagram has no part %1</source>
        <translation>图中没有部件 %1</translation>
    </message>
    <message>
        <source>no diagram is in sight</source>
        <translation>没有可见的图</translation>
    </message>
    <message>
        <source>a tensor of %1 dimensions has no facets along %2</source>
        <translation>%1 维张量不能沿 %2 分面</translation>
    </message>
    <message>
        <source>needs a network</source>
        <translation>需要一个网络</translation>
    </message>
    <message>
        <source>there is no mode %1</source>
        <translation>没有模式 %1</translation>
    </message>
    <message>
        <source>needs the number of a pass</source>
        <translation>需要一遍的编号</translation>
    </message>
    <message>
        <source>there is no pass %1</source>
        <translation>没有第 %1 遍</translation>
    </message>
    <message>
        <source>neither the array nor the pooling circuitry is in sight</source>
        <translation>阵列和池化电路都没有显示</translation>
    </message>
    <message>
        <source>there is no layer %1 on a circuit</source>
        <translation>电路上没有名为 %1 的层</translation>
    </message>
    <message>
        <source>%1 is not a verb. There are:%2</source>
        <translation>%1 不是脚本动词。可用的有：%2</translation>
    </message>
    <message>
        <source>%1 is not a valid number here</source>
        <translation>%1 在这里不是有效的数</translation>
    </message>
    <message>
        <source>%1 is not for links</source>
        <translation>%1 不能用于链接</translation>
    </message>
    <message>
        <source>no program is loaded</source>
        <translation>尚未加载程序</translation>
    </message>
    <message>
        <source>there is no bundle %1</source>
        <translation>没有指令束 %1</translation>
    </message>
    <message>
        <source>there is no cell %1</source>
        <translation>没有单元 %1</translation>
    </message>
    <message>
        <source>the diagram has no level %1</source>
        <translation>芯片图没有 %1 这一层次</translation>
    </message>
    <message>
        <source>two tensors are not compared as %1</source>
        <translation>两个张量不能按 %1 比较</translation>
    </message>
    <message>
        <source>a row of this tensor cannot be divided into rows of %1</source>
        <translation>这个张量的一行不能分成每行 %1 个</translation>
    </message>
    <message>
        <source>%1 is not an element such as first[0,4,0]</source>
        <translation>%1 不是像 first[0,4,0] 那样的元素</translation>
    </message>
    <message>
        <source>the text has no line %1</source>
        <translation>文本没有第 %1 行</translation>
    </message>
    <message>
        <source>a line of nothing but quotes</source>
        <translation>该行只有引号</translation>
    </message>
    <message>
        <source>there is no core %1</source>
        <translation>没有核 %1</translation>
    </message>
    <message>
        <source>the graph has no layer %1</source>
        <translation>图中没有层 %1</translation>
    </message>
    <message>
        <source>needs a network, the size of a tile, and a picture</source>
        <translation>需要网络、图块大小和图像</translation>
    </message>
    <message>
        <source>%1 is not a size such as 64 or 64x48</source>
        <translation>%1 不是如 64 或 64x48 的大小</translation>
    </message>
    <message>
        <source>no network is cut into tiles</source>
        <translation>没有网络被切成图块</translation>
    </message>
    <message>
        <source>no tiles are in sight</source>
        <translation>看不到图块</translation>
    </message>
    <message>
        <source>tiles cannot do %1</source>
        <translation>图块不能执行 %1</translation>
    </message>
    <message>
        <source>%1 is not a policy</source>
        <translation>%1 不是策略</translation>
    </message>
    <message>
        <source>no network is trained</source>
        <translation>没有训练网络</translation>
    </message>
    <message>
        <source>training cannot do %1</source>
        <translation>训练不能执行 %1</translation>
    </message>
    <message>
        <source>without a picture nothing can be run</source>
        <translation>没有图像就无法运行</translation>
    </message>
    <message>
        <source>no firmware is loaded that software is made of</source>
        <translation>尚未加载可生成软件的固件</translation>
    </message>
    <message>
        <source>firmware cannot do %1</source>
        <translation>固件不能执行 %1</translation>
    </message>
    <message>
        <source>no firmware is planned</source>
        <translation>没有规划任何固件</translation>
    </message>
    <message>
        <source>there is no firmware %1</source>
        <translation>没有固件 %1</translation>
    </message>
    <message>
        <source>the network&apos;s file names no images and labels to train with</source>
        <translation>网络的文件没有说明用什么图像和标签来训练</translation>
    </message>
</context>
<context>
    <name>lw::ide::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置的各页</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>外观(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Si&amp;ze of everything:</source>
        <translation>整体缩放(&amp;Z)：</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>Size of &amp;program text:</source>
        <translation>程序文本字号(&amp;P)：</translation>
    </message>
    <message>
        <source>Type in pr&amp;esentation mode:</source>
        <translation>演示模式字号(&amp;E)：</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Names of instructions, registers and units stay English. Takes effect after a restart.</source>
        <translation>指令、寄存器和部件的名称保持英文。重新启动后生效。</translation>
    </message>
    <message>
        <source>This program was built without the tool that compiles catalogues (lrelease); other languages are missing.</source>
        <translation>此程序构建时缺少编译翻译目录的工具 (lrelease)，因此没有其他语言。</translation>
    </message>
    <message>
        <source>&amp;Restart Now</source>
        <translation>立即重启(&amp;R)</translation>
    </message>
    <message>
        <source>For projectors and very fine screens. Above 100 % it takes effect after a restart.</source>
        <translation>用于投影仪和高分辨率屏幕。大于 100 % 时在重新启动后生效。</translation>
    </message>
    <message>
        <source>Some of it takes effect when Lanewright restarts. Open files and the place in the run come back.</source>
        <translation>其中一些在 Lanewright 重新启动后生效。打开的文件和运行位置会恢复。</translation>
    </message>
</context>
<context>
    <name>lw::ide::ShortcutModel</name>
    <message>
        <source>%1 belongs to the program text: %2.</source>
        <translation>%1 属于程序文本：%2。</translation>
    </message>
    <message>
        <source>%1 alone is needed for typing and moving. Hold Ctrl or Alt, or take a function key.</source>
        <translation>单独的 %1 用于输入和移动。请同时按住 Ctrl 或 Alt，或选用功能键。</translation>
    </message>
    <message>
        <source>Comes with: %1</source>
        <translation>默认：%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>lw::ide::ShortcutPage</name>
    <message>
        <source>&amp;Set</source>
        <translation>设定(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;No Shortcut</source>
        <translation>不用快捷键(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Search by name or key</source>
        <translation>按名称或按键搜索</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Press the keys that the action chosen shall have</source>
        <translation>按下要给所选动作的按键</translation>
    </message>
    <message>
        <source>Reset &amp;All</source>
        <translation>全部恢复(&amp;A)</translation>
    </message>
    <message>
        <source>New &amp;shortcut:</source>
        <translation>新快捷键(&amp;S)：</translation>
    </message>
    <message>
        <source>%1 is the shortcut of &quot;%2&quot;, which then has none.</source>
        <translation>%1 是“%2”的快捷键；设定后后者就没有快捷键了。</translation>
    </message>
    <message>
        <source>&amp;Set Anyway</source>
        <translation>仍然设定(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lw::ide::ViewOrNotice</name>
    <message>
        <source>Open a program, or begin with an example.</source>
        <translation>打开一个程序，或从示例开始。</translation>
    </message>
    <message>
        <source>Show the Examples</source>
        <translation>显示示例</translation>
    </message>
    <message>
        <source>Once the program assembles.</source>
        <translation>程序汇编通过之后。</translation>
    </message>
    <message>
        <source>Show the Problems</source>
        <translation>显示问题</translation>
    </message>
</context>
<context>
    <name>lw::ide::WelcomePage</name>
    <message>
        <source>Welcome</source>
        <translation>欢迎</translation>
    </message>
    <message>
        <source>Lanewright</source>
        <translation>Lanewright</translation>
    </message>
    <message>
        <source>Write programs for neural-network accelerators, run them on an exact emulator, and step through them in both directions.</source>
        <translation>为神经网络加速器编写程序，在精确的仿真器上运行，并向前、向后单步执行。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>The folder of examples was not found beside the program.</source>
        <translation>在程序旁没有找到示例文件夹。</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>最近的文件</translation>
    </message>
    <message>
        <source>None yet. Open a file, or begin a new one with Ctrl+N.</source>
        <translation>还没有。打开一个文件，或用 Ctrl+N 新建。</translation>
    </message>
    <message>
        <source>Lesson: striding on a chip that cannot stride</source>
        <translation>课程：在不能跨步的芯片上跨步</translation>
    </message>
    <message>
        <source>Training chip</source>
        <translation>训练芯片</translation>
    </message>
    <message>
        <source>Inference circuit</source>
        <translation>推理电路</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>神经网络</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>从这里开始</translation>
    </message>
    <message>
        <source>New File</source>
        <translation>新建文件</translation>
    </message>
    <message>
        <source>New from Template...</source>
        <translation>从模板新建...</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>1  Step through a bundle</source>
        <translation>1  单步执行一个指令束</translation>
    </message>
    <message>
        <source>Five bundles on a small machine. F11 steps forward, Shift+F10 back; About says what to look at.</source>
        <translation>小型机器上的五个指令束。F11 向前单步，Shift+F10 向后；“关于”说明该看什么。</translation>
    </message>
    <message>
        <source>2  Watch a network learn</source>
        <translation>2  看一个网络学习</translation>
    </message>
    <message>
        <source>Handwritten digits, 200 steps of training. F5 runs it; then look at the curve of its loss.</source>
        <translation>手写数字，200 步训练。F5 运行；然后看损失曲线。</translation>
    </message>
    <message>
        <source>3  Take the lesson on striding</source>
        <translation>3  学习跨步一课</translation>
    </message>
    <message>
        <source>How a circuit that cannot stride computes a strided layer all the same, and when it goes wrong.</source>
        <translation>不能跨步的电路怎样照样算出带步幅的层，以及何时会出错。</translation>
    </message>
    <message>
        <source>Lesson: remember or do again</source>
        <translation>课程：记住，还是重做</translation>
    </message>
    <message>
        <source>Lesson: tiles, and the ring that lies</source>
        <translation>课程：分块与会说谎的虚环</translation>
    </message>
    <message>
        <source>Neural network processor</source>
        <translation>神经网络处理器</translation>
    </message>
    <message>
        <source>Lesson: round where the hardware rounds</source>
        <translation>课程：在硬件舍入之处舍入</translation>
    </message>
</context>
<context>
    <name>lw::ide::WorkspacePage</name>
    <message>
        <source>Views in the middle</source>
        <translation>中间的视图</translation>
    </message>
</context>
<context>
    <name>lw::ide::WorkspaceRail</name>
    <message>
        <source>Workspaces</source>
        <translation>工作区</translation>
    </message>
</context>
<context>
    <name>lw::manual::AboutView</name>
    <message>
        <source>About the program</source>
        <translation>关于这个程序</translation>
    </message>
    <message>
        <source>README of the program</source>
        <translation>程序的 README</translation>
    </message>
    <message>
        <source>What an example is about, and what to do with it, step by step.</source>
        <translation>示例讲什么，以及一步一步怎样做。</translation>
    </message>
    <message>
        <source>There is no README.md in the folder of this program or network. If there were one, it would be shown here.</source>
        <translation>此程序或网络所在的文件夹中没有 README.md。如果有，会显示在这里。</translation>
    </message>
</context>
<context>
    <name>lw::manual::ManualView</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Search: an instruction, a code, a word</source>
        <translation>搜索：指令、代码或词</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册页</translation>
    </message>
    <message>
        <source>Pages found</source>
        <translation>找到的页</translation>
    </message>
    <message>
        <source>The manual has nothing on these words. Fewer or shorter ones find more.</source>
        <translation>手册中没有这些词。用更少或更短的词可找到更多。</translation>
    </message>
</context>
<context>
    <name>lw::paint</name>
    <message>
        <source>The picture is too large for a file.</source>
        <translation>图片太大，无法存为文件。</translation>
    </message>
    <message>
        <source>active</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>stalled</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Queue %1</source>
        <translation>队列 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>In this clock</source>
        <translation>此时钟内</translation>
    </message>
    <message>
        <source>Why, and values</source>
        <translation>原因和值</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>of the network</source>
        <translation>属于整个网络</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Clocks so far</source>
        <translation>至今的时钟数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>In it</source>
        <translation>其中</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>, may wrap</source>
        <translation>，可能回绕</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，在 %2 中</translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1，用 %2</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <translation>%1，从 %2 开始</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Export as SVG...</source>
        <translation>导出为 SVG...</translation>
    </message>
    <message>
        <source>Export as SVG</source>
        <translation>导出为 SVG</translation>
    </message>
    <message>
        <source>SVG pictures (*.svg)</source>
        <translation>SVG 图片 (*.svg)</translation>
    </message>
    <message>
        <source>Export as PNG...</source>
        <translation>导出为 PNG...</translation>
    </message>
    <message>
        <source>Export as PNG</source>
        <translation>导出为 PNG</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>%1 is the host&apos;s: %2</source>
        <translation>%1 由主机计算：%2</translation>
    </message>
    <message>
        <source>%1, part %2 of %3</source>
        <translation>%1，第 %2 部分，共 %3 部分</translation>
    </message>
</context>
<context>
    <name>lw::paint::BundleBitsView</name>
    <message>
        <source>Bits of the bundle</source>
        <translation>指令束的位</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>%1 of %2, bits %3</source>
        <translation>%2 的 %1，位 %3</translation>
    </message>
    <message>
        <source>%1 = 0x%2: %3</source>
        <translation>%1 = 0x%2：%3</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>The bits of the chosen bundle and their fields. Open a program that assembles, or choose a bundle.</source>
        <translation>所选指令束的各位及其字段。请打开一个能汇编的程序，或选择一个指令束。</translation>
    </message>
</context>
<context>
    <name>lw::paint::BundleGridView</name>
    <message>
        <source>Bundle grid</source>
        <translation>指令束表</translation>
    </message>
    <message>
        <source>The bundles of the program, one to a row. Open a program that assembles.</source>
        <translation>程序的指令束，每行一个。请打开能汇编的程序。</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>指令束</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>发射</translation>
    </message>
    <message>
        <source>Stalled</source>
        <translation>停顿</translation>
    </message>
    <message>
        <source>waits: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>%1 of %2 slots used</source>
        <translation>使用 %1 / %2 个槽</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>标号</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Its work would fit into the bundle before it; what it waits for, both would wait for.</source>
        <translation>其工作可放入前一个指令束；它要等待的，那时由两者一起等待。</translation>
    </message>
    <message>
        <source>issued %1 times, held up %2</source>
        <translation>发射 %1 次，停顿 %2</translation>
    </message>
</context>
<context>
    <name>lw::paint::BundleView</name>
    <message>
        <source>Bundle grid as a table</source>
        <translation>指令束表的表格形式</translation>
    </message>
    <message>
        <source>Bits of the bundle as a table</source>
        <translation>指令束位的表格形式</translation>
    </message>
    <message>
        <source>Show the bits of the bundle</source>
        <translation>显示指令束的位</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>显示为表格</translation>
    </message>
    <message>
        <source>Bundle %1: %2 of %3 slots used</source>
        <translation>指令束 %1：使用 %2 / %3 个槽</translation>
    </message>
    <message>
        <source>waits: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>its work would fit into the bundle before it; what it waits for, both would wait for</source>
        <translation>其工作可放入前一个指令束；它要等待的，那时由两者一起等待</translation>
    </message>
    <message>
        <source>Bundle %1</source>
        <translation>指令束 %1</translation>
    </message>
</context>
<context>
    <name>lw::paint::ChipDiagramCanvas</name>
    <message>
        <source>Chip diagram</source>
        <translation>芯片图</translation>
    </message>
    <message>
        <source>The units of the chip; the same as a table by the button above</source>
        <translation>芯片的部件；用上方按钮可显示为表格</translation>
    </message>
    <message>
        <source>Results waiting: %1 of %2</source>
        <translation>等待取出的结果：%1 / %2</translation>
    </message>
    <message>
        <source>Waits: %1</source>
        <translation>等待：%1</translation>
    </message>
    <message>
        <source>Carries %1</source>
        <translation>传送 %1</translation>
    </message>
    <message>
        <source>The units of the chip, which of them work in this clock, and why the others wait.
Open a program that assembles.</source>
        <translation>芯片的部件：此时钟里哪些在工作，其他为什么等待。
请打开能汇编的程序。</translation>
    </message>
    <message>
        <source>Fault: %1</source>
        <translation>故障：%1</translation>
    </message>
    <message>
        <source>Nothing is sent: %1</source>
        <translation>没有发送：%1</translation>
    </message>
</context>
<context>
    <name>lw::paint::ChipDiagramView</name>
    <message>
        <source>Fit into the view (0)</source>
        <translation>适应视图 (0)</translation>
    </message>
    <message>
        <source>Export the diagram</source>
        <translation>导出芯片图</translation>
    </message>
    <message>
        <source>Chip diagram as a table</source>
        <translation>芯片图的表格形式</translation>
    </message>
    <message>
        <source>Clock %1</source>
        <translation>时钟 %1</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>: bundle %1 issues</source>
        <translation>：指令束 %1 发射</translation>
    </message>
    <message>
        <source>Chip diagram</source>
        <translation>芯片图</translation>
    </message>
    <message>
        <source>Level: %1</source>
        <translation>层次：%1</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>The core that runs the program</source>
        <translation>运行程序的核</translation>
    </message>
    <message>
        <source>All cores, on one clock</source>
        <translation>同一时钟上的所有核</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>板</translation>
    </message>
</context>
<context>
    <name>lw::paint::ColourScale</name>
    <message>
        <source>Colours from %1 to %2</source>
        <translation>颜色从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>lw::paint::CoreBox</name>
    <message>
        <source>Core shown</source>
        <translation>显示的核</translation>
    </message>
    <message>
        <source>The core whose tensors are shown: the one in focus, or a certain one</source>
        <translation>显示哪个核的张量：当前核，或指定的某个核</translation>
    </message>
    <message>
        <source>In focus: %1</source>
        <translation>当前：%1</translation>
    </message>
</context>
<context>
    <name>lw::paint::NetworkCanvas</name>
    <message>
        <source>Graph of the network</source>
        <translation>网络图</translation>
    </message>
    <message>
        <source>The layers of the network and what each reads; the same as a table by the button above</source>
        <translation>网络的各层及其读取的值；用上方按钮可显示为表格</translation>
    </message>
</context>
<context>
    <name>lw::paint::StretchBar</name>
    <message>
        <source>from row </source>
        <translation>起始行 </translation>
    </message>
    <message>
        <source>First row of the table</source>
        <translation>表格的第一行</translation>
    </message>
    <message>
        <source>from column </source>
        <translation>起始列 </translation>
    </message>
    <message>
        <source>First column of the table</source>
        <translation>表格的第一列</translation>
    </message>
    <message>
        <source>Rows %1 to %2 of %3, columns %4 to %5 of %6</source>
        <translation>第 %1 到 %2 行（共 %3 行），第 %4 到 %5 列（共 %6 列）</translation>
    </message>
</context>
<context>
    <name>lw::paint::TableTwin</name>
    <message>
        <source>Show as Table</source>
        <translation>显示为表格</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Show as a table</source>
        <translation>显示为表格</translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorCanvas</name>
    <message>
        <source>This tensor has no elements.</source>
        <translation>此张量没有元素。</translation>
    </message>
    <message>
        <source>reading %1 %</source>
        <translation>正在读取 %1 %</translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorHistogram</name>
    <message>
        <source>Histogram and colours</source>
        <translation>直方图与颜色</translation>
    </message>
    <message>
        <source>%1 values from %2 to %3; %4 below the range, %5 above it</source>
        <translation>%1 个值，从 %2 到 %3；低于范围 %4 个，高于范围 %5 个</translation>
    </message>
    <message>
        <source>below</source>
        <translation>低于</translation>
    </message>
    <message>
        <source>above</source>
        <translation>高于</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorListModel</name>
    <message>
        <source>%1, from a file</source>
        <translation>%1，来自文件</translation>
    </message>
    <message>
        <source>%1, %2 from %3 %4 on, %5 long, layout %6</source>
        <translation>%1，%2，自 %3 %4 起，长 %5，布局 %6</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1, a vector register</source>
        <translation>%1，向量寄存器</translation>
    </message>
    <message>
        <source>register</source>
        <translation>寄存器</translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorPane</name>
    <message>
        <source>Picture of %1</source>
        <translation>%1 的图像</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>纵向</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>横向</translation>
    </message>
    <message>
        <source>The dimension that runs down</source>
        <translation>纵向的维度</translation>
    </message>
    <message>
        <source>The dimension that runs across</source>
        <translation>横向的维度</translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>Index of dimension %1</source>
        <translation>维度 %1 的下标</translation>
    </message>
    <message>
        <source>Index of dimension %1, as a number</source>
        <translation>维度 %1 的下标（数字）</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>维 %1</translation>
    </message>
    <message>
        <source>Tensor as a table</source>
        <translation>张量的表格形式</translation>
    </message>
    <message>
        <source>Facets</source>
        <translation>分面</translation>
    </message>
    <message>
        <source>The dimension that has a small picture for each index</source>
        <translation>每个下标各有一幅小图的维度</translation>
    </message>
    <message>
        <source>Picture of a tensor</source>
        <translation>张量的图像</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>The elements as a curve, or as a row of colours</source>
        <translation>把元素画成曲线，或一行颜色</translation>
    </message>
    <message>
        <source>Shape of a row</source>
        <translation>一行的形状</translation>
    </message>
    <message>
        <source>A row seen as a small picture: 64 numbers as 8 x 8, a picture for each row</source>
        <translation>把一行看成一幅小图：64 个数看成 8 x 8，每行一幅</translation>
    </message>
    <message>
        <source>row of %1</source>
        <translation>行：%1 个</translation>
    </message>
    <message>
        <source>row as %1 x %2</source>
        <translation>行看成 %1 x %2</translation>
    </message>
</context>
<context>
    <name>lw::paint::TensorsView</name>
    <message>
        <source>show the bundle</source>
        <translation>显示指令束</translation>
    </message>
    <message>
        <source>Filter by name, type, shape or place</source>
        <translation>按名称、类型、形状或位置筛选</translation>
    </message>
    <message>
        <source>Filter of tensors</source>
        <translation>张量筛选</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Open...</source>
        <translation>打开...</translation>
    </message>
    <message>
        <source>Open an .npy, .npz or .png</source>
        <translation>打开 .npy、.npz 或 .png</translation>
    </message>
    <message>
        <source>Export...</source>
        <translation>导出...</translation>
    </message>
    <message>
        <source>Write this tensor as .npy or .csv, or its picture as .png</source>
        <translation>把此张量写成 .npy 或 .csv，或把图像写成 .png</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Another tensor to see beside this one</source>
        <translation>在旁边显示的另一个张量</translation>
    </message>
    <message>
        <source>What is shown beside</source>
        <translation>旁边显示什么</translation>
    </message>
    <message>
        <source>side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>relative difference</source>
        <translation>相对差</translation>
    </message>
    <message>
        <source>ULP</source>
        <translation>ULP</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Signed</source>
        <translation>有符号</translation>
    </message>
    <message>
        <source>Viridis</source>
        <translation>Viridis</translation>
    </message>
    <message>
        <source>Cividis</source>
        <translation>Cividis</translation>
    </message>
    <message>
        <source>Least value of the colours</source>
        <translation>颜色的最小值</translation>
    </message>
    <message>
        <source>Greatest value of the colours</source>
        <translation>颜色的最大值</translation>
    </message>
    <message>
        <source>To values</source>
        <translation>按数值</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The whole picture (0)</source>
        <translation>整幅图像 (0)</translation>
    </message>
    <message>
        <source>Who wrote</source>
        <translation>谁写的</translation>
    </message>
    <message>
        <source>Find the last writer of the selected element</source>
        <translation>查找所选元素的最后写入者</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>compare with ...</source>
        <translation>比较对象 ...</translation>
    </message>
    <message>
        <source>counting ...</source>
        <translation>正在统计 ...</translation>
    </message>
    <message>
        <source>min  %1
max  %2
mean %3
dev  %4</source>
        <translation>最小 %1
最大 %2
平均 %3
标准差 %4</translation>
    </message>
    <message>
        <source>%1 elements, %2 zero, %3 NaN, %4 inf
%5 never written, %6 changed</source>
        <translation>%1 个元素，零 %2，NaN %3，inf %4
从未写入 %5，变化 %6</translation>
    </message>
    <message>
        <source>never written</source>
        <translation>从未写入</translation>
    </message>
    <message>
        <source>written in this step</source>
        <translation>本步写入</translation>
    </message>
    <message>
        <source>Open a Tensor</source>
        <translation>打开张量</translation>
    </message>
    <message>
        <source>Tensors and pictures (*.npy *.npz *.png);;All files (*)</source>
        <translation>张量和图片 (*.npy *.npz *.png);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Opening %1 ...</source>
        <translation>正在打开 %1 ...</translation>
    </message>
    <message>
        <source>%1 opened</source>
        <translation>已打开 %1</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;Text (*.csv);;Picture (*.png)</source>
        <translation>NumPy 数组 (*.npy);;文本 (*.csv);;图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 written</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Histogram as a table</source>
        <translation>直方图的表格形式</translation>
    </message>
    <message>
        <source>Copy Name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy Value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Colours by a sample of %1 of %2 elements</source>
        <translation>颜色按 %2 个元素中的 %1 个样本确定</translation>
    </message>
    <message>
        <source>All elements have been read: the colours span their values</source>
        <translation>已读取所有元素：颜色覆盖其全部值</translation>
    </message>
    <message>
        <source>Colours by a sample of %1 elements; all of them need %2 to %3: &quot;To values&quot; takes that</source>
        <translation>颜色按 %1 个元素的样本确定；全部元素需要 %2 到 %3：“按数值”采用该范围</translation>
    </message>
    <message>
        <source>The tensors that a program names, or of a file.</source>
        <translation>程序命名的张量，或文件中的张量。</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>Set the colours&apos; range to the current values; it never changes by itself</source>
        <translation>把颜色范围设为当前的值；它不会自行改变</translation>
    </message>
    <message>
        <source>Open a program to see its tensors as pictures, or open an .npy, .npz or .png file with the button above.</source>
        <translation>打开程序即可以图像查看其张量，也可用上方按钮打开 .npy、.npz 或 .png 文件。</translation>
    </message>
</context>
<context>
    <name>lw::recompute::DecisionCanvas</name>
    <message>
        <source>A click decides otherwise</source>
        <translation>单击以改变决定</translation>
    </message>
    <message>
        <source>Sublayer</source>
        <translation>子层</translation>
    </message>
    <message>
        <source>To have it again, or to load it (clocks)</source>
        <translation>重新得到它，或加载它（时钟数）</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Below B/clk</source>
        <translation>低于 B/clk</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>again</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>load in</source>
        <translation>加载输入</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>load out</source>
        <translation>加载输出</translation>
    </message>
</context>
<context>
    <name>lw::recompute::DecisionsView</name>
    <message>
        <source>What a training step stores and what it computes again: for each value what both would take, and what is decided.</source>
        <translation>训练步存储什么、重新计算什么：每个值两种方式的代价，以及所作的决定。</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Decisions as a table</source>
        <translation>决定的表格</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>What is stored and what is computed again</source>
        <translation>存储什么、重新计算什么</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>When gradients of weights and sums of batch norms are computed</source>
        <translation>何时计算权重梯度与批归一化的和</translation>
    </message>
    <message>
        <source>The gradient of a layer&apos;s weights right after that of its input</source>
        <translation>某层权重的梯度紧随其输入的梯度</translation>
    </message>
    <message>
        <source>The gradient of weights one step later, beside the next layer&apos;s</source>
        <translation>权重的梯度晚一步，与下一层的同时</translation>
    </message>
    <message>
        <source>As S1, and the sums of a batch norm where what they are of comes about</source>
        <translation>同 S1，且批归一化的和在其来源产生之处计算</translation>
    </message>
    <message>
        <source>Element</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>The type of what is stored</source>
        <translation>所存储数据的类型</translation>
    </message>
    <message>
        <source>Training steps of the program</source>
        <translation>程序的训练步数</translation>
    </message>
    <message>
        <source>Debug the Step</source>
        <translation>调试此步骤</translation>
    </message>
    <message>
        <source>By the Policy</source>
        <translation>按策略</translation>
    </message>
    <message>
        <source>Forgets what was decided by hand</source>
        <translation>忘掉手动的决定</translation>
    </message>
    <message>
        <source>As the Machine</source>
        <translation>按机器</translation>
    </message>
    <message>
        <source>Bandwidth, width, cache and element type as the machine has them</source>
        <translation>带宽、宽度、缓存与元素类型都按机器本身</translation>
    </message>
    <message>
        <source>Off-chip</source>
        <translation>片外</translation>
    </message>
    <message>
        <source>Bandwidth of HBM, the off-chip memory</source>
        <translation>片外存储器 HBM 的带宽</translation>
    </message>
    <message>
        <source>B/clk</source>
        <translation>B/clk</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Bytes of VMEM, the cache, that values may take</source>
        <translation>各个值可占用的缓存 VMEM 字节数</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>Operations per clock of the vector slots</source>
        <translation>向量槽每时钟的运算数</translation>
    </message>
    <message>
        <source>ops/clk</source>
        <translation>ops/clk</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Bytes that may be live at once: the policy becomes the budget&apos;s</source>
        <translation>同时可存活的字节数：策略变为预算</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>What else is asked of the machine</source>
        <translation>对机器的其他假设</translation>
    </message>
    <message>
        <source>Names and numbers as `lw recompute --what-if` takes them; Return asks</source>
        <translation>名称与数值，写法同 `lw recompute --what-if`；按回车生效</translation>
    </message>
    <message>
        <source>The network&apos;s output is neither stored nor computed again.</source>
        <translation>网络的输出既不存储也不重新计算。</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>As the policy says</source>
        <translation>按策略所定</translation>
    </message>
    <message>
        <source>Opens the program of that many training steps in the debugger</source>
        <translation>在调试器中打开这么多训练步的程序</translation>
    </message>
    <message>
        <source>The network&apos;s file names no images and labels to train with</source>
        <translation>网络文件没有指明训练用的图像与标签</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>by the policy</source>
        <translation>按策略</translation>
    </message>
    <message>
        <source>Sublayer</source>
        <translation>子层</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Bytes in</source>
        <translation>输入字节</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算数</translation>
    </message>
    <message>
        <source>Per clock</source>
        <translation>每时钟</translation>
    </message>
    <message>
        <source>Bytes out</source>
        <translation>输出字节</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Load in</source>
        <translation>加载输入</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Load out</source>
        <translation>加载输出</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Below B/clk</source>
        <translation>低于 B/clk</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>决定者</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Paid on the Chip</source>
        <translation>芯片所付</translation>
    </message>
    <message>
        <source>Agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>Unpadded</source>
        <translation>不含填充</translation>
    </message>
</context>
<context>
    <name>lw::recompute::GradientsView</name>
    <message>
        <source>The gradients that what is decided gives, beside those of another policy: they must be equal to the bit.</source>
        <translation>当前决定所得的梯度，与另一策略的对照：必须逐位相等。</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The policy beside it</source>
        <translation>对照的策略</translation>
    </message>
    <message>
        <source>The gradient that is shown</source>
        <translation>所显示的梯度</translation>
    </message>
    <message>
        <source>Runs a step under both on the emulated chip</source>
        <translation>在仿真芯片上分别运行两者的一步</translation>
    </message>
    <message>
        <source>Gradients as a table</source>
        <translation>梯度的表格</translation>
    </message>
    <message>
        <source>Compare the gradients of what is decided with those of another policy.</source>
        <translation>将当前决定的梯度与另一策略的相比较。</translation>
    </message>
    <message>
        <source>The network&apos;s file names no images and labels to train with</source>
        <translation>网络文件没有指明训练用的图像与标签</translation>
    </message>
    <message>
        <source>Both steps run on the emulated chip.</source>
        <translation>两者的步骤正在仿真芯片上运行。</translation>
    </message>
    <message>
        <source>Equal, %1 of %2 elements.</source>
        <translation>相等，%1 / %2 个元素。</translation>
    </message>
    <message>
        <source>Not equal: %1 of %2 elements are; the largest difference is %3.</source>
        <translation>不相等：%2 个元素中有 %1 个相等；最大差值为 %3。</translation>
    </message>
    <message>
        <source>An inverse may be off by %1 deviations, as said before the run.</source>
        <translation>逆可能偏差 %1 个标准差，运行前已说明。</translation>
    </message>
    <message>
        <source>%1: %2, peak %3 bytes; %4: %5, peak %6 bytes.</source>
        <translation>%1：%2，峰值 %3 字节；%4：%5，峰值 %6 字节。</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>Gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>最大差值</translation>
    </message>
    <message>
        <source>A number that is kept in bfloat16 is off by at most 1/256 of itself, as said before the run.</source>
        <translation>以 bfloat16 保存的数，误差不超过自身的 1/256，如运行之前所述。</translation>
    </message>
</context>
<context>
    <name>lw::recompute::InverseCanvas</name>
    <message>
        <source>magnitude of gamma</source>
        <translation>gamma 的大小</translation>
    </message>
    <message>
        <source>deviations, as a power of ten</source>
        <translation>标准差，以十的幂表示</translation>
    </message>
    <message>
        <source>above it is not taken</source>
        <translation>超过此线不采用</translation>
    </message>
</context>
<context>
    <name>lw::recompute::InverseView</name>
    <message>
        <source>How far the inverse of each batch norm can lead from what it normalised, by gamma.</source>
        <translation>每个批归一化的逆与其归一化结果最多相差多少，按 gamma 排列。</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Inverse of batch norms</source>
        <translation>批归一化的逆</translation>
    </message>
    <message>
        <source>Inverse of batch norms as a table</source>
        <translation>批归一化的逆的表格</translation>
    </message>
    <message>
        <source>One step by plain loops, with what batch norms give stored in this format</source>
        <translation>用普通循环计算一步，批归一化的输出以此格式存储</translation>
    </message>
    <message>
        <source>A step is computed by plain loops.</source>
        <translation>正在用普通循环计算一步。</translation>
    </message>
    <message>
        <source>Measured: %1.</source>
        <translation>实测：%1。</translation>
    </message>
    <message>
        <source>The network has no batch norm.</source>
        <translation>网络没有批归一化。</translation>
    </message>
    <message>
        <source>vetoed</source>
        <translation>被否决</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>批归一化</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>Gamma</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>上界</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>1 channel</source>
        <translation>1 个通道</translation>
    </message>
    <message>
        <source>%1 channels</source>
        <translation>%1 个通道</translation>
    </message>
    <message>
        <source>%1, %2 vetoed; nothing leads back from gamma 0.</source>
        <translation>%1，否决 %2 个；gamma 为 0 时无法求逆。</translation>
    </message>
    <message>
        <source>%1, %2 vetoed; off by at most %3 deviations, stored as %4.</source>
        <translation>%1，%2 个被否决；以 %4 存储时至多偏差 %3 个标准差。</translation>
    </message>
</context>
<context>
    <name>lw::recompute::MemoryCanvas</name>
    <message>
        <source>modelled clocks</source>
        <translation>建模时钟数</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>VMEM: %1 bytes</source>
        <translation>VMEM：%1 字节</translation>
    </message>
    <message>
        <source>VMEM: %1 bytes, above this picture</source>
        <translation>VMEM：%1 字节，在此图之上</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
</context>
<context>
    <name>lw::recompute::MemoryUseView</name>
    <message>
        <source>The bytes that are live through a training step, tensor by tensor, and where they are most.</source>
        <translation>训练步中各张量存活的字节，以及何处最多。</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间变化</translation>
    </message>
    <message>
        <source>Memory over time as a table</source>
        <translation>内存随时间变化的表格</translation>
    </message>
    <message>
        <source>Other policies beside it</source>
        <translation>旁边的其他策略</translation>
    </message>
    <message>
        <source>nothing beside</source>
        <translation>不显示其他</translation>
    </message>
    <message>
        <source>all policies</source>
        <translation>所有策略</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>From clock</source>
        <translation>起始时钟</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>VMEM</source>
        <translation>VMEM</translation>
    </message>
    <message>
        <source>HBM</source>
        <translation>HBM</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>存活</translation>
    </message>
</context>
<context>
    <name>lw::recompute::RecomputeView</name>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Open a network whose file says how it is trained.</source>
        <translation>请打开一个文件中写明如何训练的网络。</translation>
    </message>
</context>
<context>
    <name>lw::recompute::ScheduleView</name>
    <message>
        <source>The forward and the backward pass over time: what the model says of each unit, and what the emulated chip did.</source>
        <translation>前向与反向传播随时间的变化：模型对每个部件的预测，以及仿真芯片的实际情况。</translation>
    </message>
    <message>
        <source>All schedules</source>
        <translation>所有调度</translation>
    </message>
    <message>
        <source>Forward and backward</source>
        <translation>前向与反向</translation>
    </message>
    <message>
        <source>Forward and backward as a table</source>
        <translation>前向与反向的表格</translation>
    </message>
    <message>
        <source>What the model says of the others, below each other</source>
        <translation>模型对其他调度的预测，依次列出</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run the Step</source>
        <translation>运行此步骤</translation>
    </message>
    <message>
        <source>Runs the step on the emulated chip</source>
        <translation>在仿真芯片上运行此步骤</translation>
    </message>
    <message>
        <source>The network&apos;s file names no images and labels to train with</source>
        <translation>网络文件没有指明训练用的图像与标签</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Modelled: %1. Run the step to see what the chip takes.</source>
        <translation>建模：%1。运行此步骤，可看到芯片实际所需。</translation>
    </message>
    <message>
        <source>Modelled: %1; emulated without the update: %2 (%3 %).</source>
        <translation>建模：%1；仿真（不含更新）：%2（%3 %）。</translation>
    </message>
    <message>
        <source>At clock %1: %2.</source>
        <translation>时钟 %1：%2。</translation>
    </message>
    <message>
        <source>%1, %2: %3, clocks %4 to %5 (%6); %7.</source>
        <translation>%1，%2：%3，时钟 %4 至 %5（%6）；%7。</translation>
    </message>
    <message>
        <source>No fewer clocks than S0, by the model: %1.</source>
        <translation>按模型，时钟不比 S0 少：%1。</translation>
    </message>
</context>
<context>
    <name>lw::recompute::TradeOffCanvas</name>
    <message>
        <source>peak bytes</source>
        <translation>峰值字节</translation>
    </message>
    <message>
        <source>modelled clocks</source>
        <translation>建模时钟数</translation>
    </message>
</context>
<context>
    <name>lw::recompute::TradeOffView</name>
    <message>
        <source>What all policies and all budgets take: clocks over bytes. A click chooses one.</source>
        <translation>所有策略与预算的代价：时钟数与字节。单击选择。</translation>
    </message>
    <message>
        <source>Trade-off</source>
        <translation>权衡</translation>
    </message>
    <message>
        <source>Trade-off as a table</source>
        <translation>权衡的表格</translation>
    </message>
    <message>
        <source>All policies and budgets are being worked out.</source>
        <translation>正在计算所有策略与预算。</translation>
    </message>
    <message>
        <source>The curve has the best that was found.</source>
        <translation>曲线是找到的最好结果。</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Peak bytes</source>
        <translation>峰值字节</translation>
    </message>
    <message>
        <source>In VMEM</source>
        <translation>VMEM 中</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Chosen: %1, %2 bytes, %3. Of %4 ways no other beats the %5 that the line joins.</source>
        <translation>已选：%1，%2 字节，%3。%4 种方式中有 %5 种未被超越，由线相连。</translation>
    </message>
</context>
<context>
    <name>lw::session::DebugSession</name>
    <message>
        <source>Load a program first: a breakpoint names its labels and tensors.</source>
        <translation>请先加载程序：断点要用到它的标号和张量。</translation>
    </message>
    <message>
        <source>The search was interrupted.</source>
        <translation>搜索已中断。</translation>
    </message>
</context>
<context>
    <name>lw::session::Worker</name>
    <message>
        <source>Loading was interrupted.</source>
        <translation>加载被中断。</translation>
    </message>
</context>
<context>
    <name>lw::state::ChangeModel</name>
    <message>
        <source>Cell</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>lw::state::ChangeView</name>
    <message>
        <source>What changed</source>
        <translation>什么变了</translation>
    </message>
    <message>
        <source>Step (F11) to see which cells a bundle changes.</source>
        <translation>单步 (F11) 可看到一个指令束改变哪些单元。</translation>
    </message>
    <message>
        <source>Running. What changed is listed when it stops.</source>
        <translation>正在运行。停下时列出变化。</translation>
    </message>
    <message>
        <source>The last command changed %1 cells; the first %2 are listed.</source>
        <translation>上一条命令改变了 %1 个单元；列出前 %2 个。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>The last command changed nothing.</source>
        <translation>上一条命令没有改变任何单元。</translation>
    </message>
    <message>
        <source>The last command changed %1 cells, and %2 that the machine keeps for itself. F8: next.</source>
        <translation>上一条命令改变了 %1 个单元，另有机器自用的 %2 个。F8：下一个。</translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryModel</name>
    <message>
        <source>%1: never written</source>
        <translation>%1：从未写入</translation>
    </message>
    <message>
        <source>%1 = %2   (0x%3)</source>
        <translation>%1 = %2   (0x%3)</translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryPicture</name>
    <message>
        <source>Memory as a picture</source>
        <translation>存储器图像</translation>
    </message>
</context>
<context>
    <name>lw::state::MemoryView</name>
    <message>
        <source>Open a program to see its memories.</source>
        <translation>打开程序即可查看其存储器。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>存储器</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>解读为</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Show as a picture</source>
        <translation>显示为图像</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Address, cell or tensor (Ctrl+G)</source>
        <translation>地址、单元或张量 (Ctrl+G)</translation>
    </message>
    <message>
        <source>No program is loaded.</source>
        <translation>尚未加载程序。</translation>
    </message>
    <message>
        <source>That is beyond the end of the memory.</source>
        <translation>超出存储器末尾。</translation>
    </message>
    <message>
        <source>%1 is not an address.</source>
        <translation>%1 不是地址。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Show as Table</source>
        <translation>显示为表格</translation>
    </message>
</context>
<context>
    <name>lw::state::RegisterModel</name>
    <message>
        <source>Register</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Bits</source>
        <translation>位</translation>
    </message>
    <message>
        <source>as a float it is %1</source>
        <translation>作为浮点数是 %1</translation>
    </message>
</context>
<context>
    <name>lw::state::RegisterView</name>
    <message>
        <source>Read as</source>
        <translation>解读为</translation>
    </message>
    <message>
        <source>Open a program to see its registers.</source>
        <translation>打开程序即可查看其寄存器。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>This chip has no registers that instructions name. What it keeps is in the views Units, Memory and Tensors.</source>
        <translation>此芯片没有由指令指名的寄存器。它保存的内容见“部件”、“存储器”和“张量”视图。</translation>
    </message>
    <message>
        <source>This chip has no scalar or vector registers. Its register files (%1) are in the views Units and Register Files, its memories in Memory and Tensors.</source>
        <translation>此芯片没有标量或向量寄存器。其寄存器堆（%1）见“部件”和“寄存器堆”视图，其存储器见“存储器”和“张量”视图。</translation>
    </message>
</context>
<context>
    <name>lw::state::UnitModel</name>
    <message>
        <source>%1: %2 rows of %3 cells</source>
        <translation>%1：%2 行，每行 %3 个单元</translation>
    </message>
    <message>
        <source>begun by bundle %1</source>
        <translation>由指令束 %1 开始</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>lw::state::UnitView</name>
    <message>
        <source>Units</source>
        <translation>部件</translation>
    </message>
    <message>
        <source>Queues, ports, flags, transfers and weights, once a program is loaded.</source>
        <translation>加载程序后，这里是队列、端口、标志、传输和权重。</translation>
    </message>
</context>
<context>
    <name>lw::state::VectorCanvas</name>
    <message>
        <source>Vector registers</source>
        <translation>向量寄存器</translation>
    </message>
    <message>
        <source>Vector registers as pictures, once a program is loaded.</source>
        <translation>加载程序后，这里以图像显示向量寄存器。</translation>
    </message>
    <message>
        <source>%1: never written</source>
        <translation>%1：从未写入</translation>
    </message>
    <message>
        <source>changed since the stop before</source>
        <translation>自上次停下以来变化</translation>
    </message>
    <message>
        <source>masked: the next bundle leaves it out</source>
        <translation>被屏蔽：下一个指令束跳过它</translation>
    </message>
    <message>
        <source>Copy Row</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy Register</source>
        <translation>复制寄存器</translation>
    </message>
    <message>
        <source>Read As</source>
        <translation>解读为</translation>
    </message>
    <message>
        <source>%1, the first %2 of %3</source>
        <translation>%1，共 %3 个中的前 %2 个</translation>
    </message>
</context>
<context>
    <name>lw::state::VectorView</name>
    <message>
        <source>Read as</source>
        <translation>解读为</translation>
    </message>
    <message>
        <source>Fit Colours</source>
        <translation>适配颜色</translation>
    </message>
    <message>
        <source>Let the colours span what the registers hold now</source>
        <translation>让颜色范围覆盖寄存器现在的值</translation>
    </message>
    <message>
        <source>Vector registers as a table</source>
        <translation>向量寄存器的表格形式</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>尚无数值</translation>
    </message>
    <message>
        <source>Register file</source>
        <translation>寄存器堆</translation>
    </message>
    <message>
        <source>The register file whose vectors are shown</source>
        <translation>显示其向量的寄存器堆</translation>
    </message>
</context>
<context>
    <name>lw::striding::ExactnessView</name>
    <message>
        <source>Modes side by side</source>
        <translation>并排的各模式</translation>
    </message>
    <message>
        <source>Modes as a table</source>
        <translation>各模式的表格</translation>
    </message>
    <message>
        <source>The strided layer that is shown</source>
        <translation>所显示的带步幅的层</translation>
    </message>
    <message>
        <source>Compare Again</source>
        <translation>重新比较</translation>
    </message>
    <message>
        <source>The ways to lower a strided layer side by side: which are exact, where the others are not, and why.</source>
        <translation>并排显示转换带步幅的层的各种方式：哪些精确，其他的在哪里不精确，以及原因。</translation>
    </message>
    <message>
        <source>Compare the Modes</source>
        <translation>比较各模式</translation>
    </message>
    <message>
        <source>They are compared on an input: open the network with one.</source>
        <translation>比较需要输入：请带输入打开网络。</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 of %2 modes compared</source>
        <translation>已比较 %1 / %2 个模式</translation>
    </message>
    <message>
        <source>wrong by %1</source>
        <translation>误差 %1</translation>
    </message>
    <message>
        <source>the strided layer&apos;s number</source>
        <translation>与带步幅的层相同</translation>
    </message>
    <message>
        <source>%1 instead of %2: %3</source>
        <translation>是 %1 而不是 %2：%3</translation>
    </message>
    <message>
        <source>%1 of %2:</source>
        <translation>第 %1 / %2 个：</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大误差</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>错误原因</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Mask, bytes</source>
        <translation>掩码字节</translation>
    </message>
    <message>
        <source>Pooling, clocks</source>
        <translation>池化时钟数</translation>
    </message>
    <message>
        <source>Wasted MACs</source>
        <translation>浪费的乘加</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>not computed yet</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>By now</source>
        <translation>目前</translation>
    </message>
</context>
<context>
    <name>lw::striding::LayerBar</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>channel </source>
        <translation>通道 </translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / 共 %1</translation>
    </message>
    <message>
        <source>Previous wrong element</source>
        <translation>上一个错误元素</translation>
    </message>
    <message>
        <source>Next wrong element</source>
        <translation>下一个错误元素</translation>
    </message>
    <message>
        <source>The channel that is shown; channel 1 has index 0 in brackets</source>
        <translation>显示的通道；通道 1 在方括号中的下标是 0</translation>
    </message>
</context>
<context>
    <name>lw::striding::MaskView</name>
    <message>
        <source>The strided layer that is shown</source>
        <translation>所显示的带步幅的层</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>Which of the two masks is shown</source>
        <translation>显示两个掩码中的哪一个</translation>
    </message>
    <message>
        <source>first mask</source>
        <translation>第一掩码</translation>
    </message>
    <message>
        <source>second mask</source>
        <translation>第二掩码</translation>
    </message>
    <message>
        <source>To values</source>
        <translation>按数值</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The whole pictures (0)</source>
        <translation>整幅图像 (0)</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>First tensor</source>
        <translation>第一张量</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>all there</source>
        <translation>已全部算出</translation>
    </message>
    <message>
        <source>%1 of %2 there</source>
        <translation>已有 %1 / %2</translation>
    </message>
    <message>
        <source>%1: %2 pixels</source>
        <translation>%1：%2 个像素</translation>
    </message>
    <message>
        <source>MASK OUT OF PHASE at %1 pixels</source>
        <translation>掩码在 %1 个像素处错位</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>not there yet</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>input [%1, %2]: %3</source>
        <translation>输入 [%1, %2]：%3</translation>
    </message>
    <message>
        <source>WRONG: %1 instead of %2, %3</source>
        <translation>错误：是 %1 而不是 %2，%3</translation>
    </message>
    <message>
        <source>%1 of %2:</source>
        <translation>第 %1 / %2 个：</translation>
    </message>
    <message>
        <source>dot: a kept pixel</source>
        <translation>点：保留的像素</translation>
    </message>
    <message>
        <source>shade: share kept</source>
        <translation>深浅：保留比例</translation>
    </message>
    <message>
        <source>crosses: out of phase, the first %1</source>
        <translation>叉号：错位，前 %1 个</translation>
    </message>
    <message>
        <source>crosses: out of phase, %1</source>
        <translation>叉号：错位，%1 个</translation>
    </message>
    <message>
        <source>Channel %1 was not kept to be looked at; the patch view has its numbers.</source>
        <translation>通道 %1 未保存供查看；其数值见“卷积块”视图。</translation>
    </message>
    <message>
        <source>A strided layer as a circuit that cannot stride computes it: the first tensor, the mask, the product, and what is not there yet.</source>
        <translation>不能跨步的电路如何计算带步幅的层：第一张量、掩码、乘积，以及尚未算出的部分。</translation>
    </message>
    <message>
        <source>predicted: %1 of %2 elements of the output wrong</source>
        <translation>预测：输出的 %2 个元素中有 %1 个错误</translation>
    </message>
    <message>
        <source>Goes to the window that the selected element is pooled in, and to its clock</source>
        <translation>转到对所选元素做池化的窗口及其时钟</translation>
    </message>
    <message>
        <source>WRONG: %1 instead of %2</source>
        <translation>错误：是 %1，应为 %2</translation>
    </message>
    <message>
        <source>output %1, right %2</source>
        <translation>输出 %1，正确值 %2</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>%1 wrong</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>The right output is being computed.</source>
        <translation>正在计算正确的输出。</translation>
    </message>
    <message>
        <source>Not compared yet: &quot;Compare the Modes&quot; in Exactness does that.</source>
        <translation>还没有比较：“精确性”中的“比较各模式”可以做到。</translation>
    </message>
    <message>
        <source>Right output</source>
        <translation>正确的输出</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>How the network is lowered; another mode is run to its end if this one was</source>
        <translation>网络以何种模式转换；若当前模式已运行到底，新模式也会运行到底</translation>
    </message>
    <message>
        <source>automatic mode</source>
        <translation>自动模式</translation>
    </message>
    <message>
        <source>%1 of %2 elements of the output are wrong</source>
        <translation>输出的 %2 个元素中有 %1 个错误</translation>
    </message>
    <message>
        <source>%1, stride %2 x %3: </source>
        <translation>%1，步幅 %2 x %3：</translation>
    </message>
    <message>
        <source>%1 pixels wanted and computed, %2 % of %3 MACs in vain</source>
        <translation>需要并计算了 %1 个像素，%3 次乘加中浪费了 %2 %</translation>
    </message>
    <message>
        <source>%1 pixels wanted, %2 computed, %3 % in vain</source>
        <translation>需要 %1 个像素，计算了 %2 个，浪费 %3 %</translation>
    </message>
    <message>
        <source>first %1, mask %2, product %3</source>
        <translation>第一张量 %1，掩码 %2，乘积 %3</translation>
    </message>
    <message>
        <source>kept, window [%1, %2]</source>
        <translation>保留，窗口 [%1, %2]</translation>
    </message>
    <message>
        <source>dropped, window [%1, %2]</source>
        <translation>丢弃，窗口 [%1, %2]</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>Go to Its Window</source>
        <translation>转到它的窗口</translation>
    </message>
    <message>
        <source>Set the colours&apos; range to the first tensor&apos;s current values; it never changes by itself</source>
        <translation>把颜色范围设为第一张量当前的值；它不会自行改变</translation>
    </message>
    <message>
        <source>%1 of the first %2 of %3:</source>
        <translation>%3 个中前 %2 个的第 %1 个：</translation>
    </message>
    <message>
        <source>Open the network with an input: then its output is shown here, beside the right one.</source>
        <translation>带输入打开网络：其输出就会显示在这里，在正确的输出旁边。</translation>
    </message>
    <message>
        <source>%1 of %2 channels are kept to be looked at</source>
        <translation>为查看保存了 %2 个通道中的 %1 个</translation>
    </message>
    <message>
        <source>%1 rearranges the input: it has no mask, and computes nothing in vain.</source>
        <translation>%1 重排输入：它没有掩码，也不做无用的计算。</translation>
    </message>
    <message>
        <source>%1 has no mask of this kind in memory.</source>
        <translation>%1 在存储器中没有这样的掩码。</translation>
    </message>
    <message>
        <source>There was no room in the unified buffer to keep it.</source>
        <translation>统一缓冲区没有空间保存它。</translation>
    </message>
    <message>
        <source>Overwritten since bundle %1.
Step back to see it.</source>
        <translation>自第 %1 个指令束起已被覆盖。
后退即可看到它。</translation>
    </message>
</context>
<context>
    <name>lw::striding::ModeCard</name>
    <message>
        <source>There is no picture of it.</source>
        <translation>没有它的图像。</translation>
    </message>
    <message>
        <source>%1 (this program)</source>
        <translation>%1（此程序）</translation>
    </message>
    <message>
        <source>Differences of %1: %2</source>
        <translation>%1 的差异：%2</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <translation>预测：%1</translation>
    </message>
</context>
<context>
    <name>lw::striding::NetworkCard</name>
    <message>
        <source>The layer that is selected</source>
        <translation>选中的层</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>The rows of the program that compute it, in the text (Return)</source>
        <translation>在文本中显示计算它的程序行（回车）</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>What it computes, in the workspace Tensors</source>
        <translation>在“张量”工作区中显示它计算出的值</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>How its stride is computed, in the view Mask</source>
        <translation>在“掩码”视图中显示它的步幅如何计算</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>卷积块</translation>
    </message>
    <message>
        <source>What each of its elements is made of, in the view Patch</source>
        <translation>在“卷积块”视图中显示每个元素如何得出</translation>
    </message>
    <message>
        <source>No layer is selected</source>
        <translation>没有选中任何层</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>lw::striding::NetworkView</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>The network as its file gives it, or as it is lowered: an activation that is computed with the layer before it is not a layer of its own</source>
        <translation>文件给出的网络，或转换后的网络：与前一层一起计算的激活不再单独成层</translation>
    </message>
    <message>
        <source>as given</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>as lowered</source>
        <translation>转换后</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Runs: what each layer alone reads, such as conv, batch_norm and relu, is one box. Blocks: all between a value that several layers read and the layer that joins them, and layers whose names begin alike. Space folds and unfolds one box.</source>
        <translation>串：依次只被下一层读取的各层（如 conv、batch_norm 和 relu）合为一框。块：从一个被多层读取的值到汇合它们的层之间的所有层，以及名称开头相同的层。空格键折叠或展开一个框。</translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>runs folded</source>
        <translation>折叠串</translation>
    </message>
    <message>
        <source>blocks folded</source>
        <translation>折叠块</translation>
    </message>
    <message>
        <source>Find a layer</source>
        <translation>查找层</translation>
    </message>
    <message>
        <source>find a name or a kind</source>
        <translation>查找名称或类型</translation>
    </message>
    <message>
        <source>Return goes to the next layer found, Shift+Return to the one before</source>
        <translation>回车转到找到的下一层，Shift+回车转到上一层</translation>
    </message>
    <message>
        <source>Lower and Open...</source>
        <translation>转换并打开...</translation>
    </message>
    <message>
        <source>Makes a program of the network, and opens it</source>
        <translation>把网络转换成程序并打开</translation>
    </message>
    <message>
        <source>The whole graph (0)</source>
        <translation>整个图 (0)</translation>
    </message>
    <message>
        <source>Layers of the network as a table</source>
        <translation>网络各层的表格</translation>
    </message>
    <message>
        <source>Export the graph</source>
        <translation>导出网络图</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>The layers of a network as a graph: shapes, costs, and which run where.
Open a network.</source>
        <translation>以图的形式显示网络的各层：形状、代价，以及各自在何处运行。
请打开一个网络。</translation>
    </message>
    <message>
        <source>%1 is being read.</source>
        <translation>正在读取 %1。</translation>
    </message>
    <message>
        <source>%1: %2 layers, %3 parameters, %4 MACs.</source>
        <translation>%1：%2 层，%3 个参数，%4 次乘加。</translation>
    </message>
    <message>
        <source>All run on the circuit %1.</source>
        <translation>全部在电路 %1 上运行。</translation>
    </message>
    <message>
        <source>%1 run on the circuit %2, %3 on the host.</source>
        <translation>%1 层在电路 %2 上运行，%3 层在主机上运行。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>lw::striding::PassSketch</name>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>kernel row %1, column %2, channel %3</source>
        <translation>卷积核第 %1 行，第 %2 列，通道 %3</translation>
    </message>
    <message>
        <source>Pass of the matrix unit</source>
        <translation>矩阵单元的一遍</translation>
    </message>
    <message>
        <source>Choose a pass, or a product.</source>
        <translation>请选择一遍，或一个乘积。</translation>
    </message>
    <message>
        <source>pass %1 of %2, %3</source>
        <translation>第 %1 遍，共 %2 遍，%3</translation>
    </message>
    <message>
        <source>row %1 of the program</source>
        <translation>程序第 %1 行</translation>
    </message>
    <message>
        <source>weights: tile %1 of %2</source>
        <translation>权重：第 %1 块，共 %2 块</translation>
    </message>
    <message>
        <source>cells: rows %1, column %2</source>
        <translation>单元：第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>vector and accumulator row %1</source>
        <translation>向量与累加器第 %1 行</translation>
    </message>
    <message>
        <source>products in clocks %1</source>
        <translation>乘积所在时钟 %1</translation>
    </message>
    <message>
        <source>own sum %1, sum so far %2</source>
        <translation>本遍之和 %1，至今之和 %2</translation>
    </message>
    <message>
        <source>array %1 x %2</source>
        <translation>阵列 %1 x %2</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>权重块</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>Vector</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Own sum</source>
        <translation>本遍之和</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>rows %1, column %2</source>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
</context>
<context>
    <name>lw::striding::PatchView</name>
    <message>
        <source>first tensor</source>
        <translation>第一张量</translation>
    </message>
    <message>
        <source>product with the mask</source>
        <translation>与掩码之积</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Steps as a table</source>
        <translation>各步骤的表格</translation>
    </message>
    <message>
        <source>The layer whose sums are shown</source>
        <translation>显示其求和的层</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>The tensor of the layer that the element is in</source>
        <translation>元素所在的层的张量</translation>
    </message>
    <message>
        <source>Of the element, from 0</source>
        <translation>元素的位置，从 0 开始</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>row </source>
        <translation>行 </translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>column </source>
        <translation>列 </translation>
    </message>
    <message>
        <source>Input channel</source>
        <translation>输入通道</translation>
    </message>
    <message>
        <source>The channel of the input that is shown; all of them side by side</source>
        <translation>所显示的输入通道；或全部并排</translation>
    </message>
    <message>
        <source>input channel </source>
        <translation>输入通道 </translation>
    </message>
    <message>
        <source>all input channels</source>
        <translation>全部输入通道</translation>
    </message>
    <message>
        <source>Running sums</source>
        <translation>逐步和</translation>
    </message>
    <message>
        <source>Instead of the products the sums of each pass up to them, as they run down the column of the array</source>
        <translation>不显示乘积，而显示每一遍到该乘积为止的和，即沿阵列的列向下流动的数</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>The whole pictures (0)</source>
        <translation>整幅图像 (0)</translation>
    </message>
    <message>
        <source>Passes as a table</source>
        <translation>各遍的表格</translation>
    </message>
    <message>
        <source>Passes of the matrix unit</source>
        <translation>矩阵单元的各遍</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>%1 [%2, %3, %4] = %5</source>
        <translation>%1 [%2, %3, %4] = %5</translation>
    </message>
    <message>
        <source>not there yet</source>
        <translation>尚未算出</translation>
    </message>
    <message>
        <source>Input [%1, %2] on</source>
        <translation>输入，从 [%1, %2] 起</translation>
    </message>
    <message>
        <source>Kernel %1</source>
        <translation>卷积核 %1</translation>
    </message>
    <message>
        <source>Products</source>
        <translation>乘积</translation>
    </message>
    <message>
        <source>of this channel alone %1</source>
        <translation>仅此通道 %1</translation>
    </message>
    <message>
        <source>input [%1, %2, %3] %4 x kernel [%5, %6] %7 = %8, sum of the pass %9</source>
        <translation>输入 [%1, %2, %3] %4 x 卷积核 [%5, %6] %7 = %8，本遍之和 %9</translation>
    </message>
    <message>
        <source>pass %1, cell [%2, %3]</source>
        <translation>第 %1 遍，单元 [%2, %3]</translation>
    </message>
    <message>
        <source>, clock %1</source>
        <translation>，时钟 %1</translation>
    </message>
    <message>
        <source>Back to This Layer</source>
        <translation>回到该层</translation>
    </message>
    <message>
        <source>To the last moment at which all that the layer reads is in memory</source>
        <translation>到该层所读取的一切都还在存储器中的最后时刻</translation>
    </message>
    <message>
        <source>What one element of a layer is made of: the patch of the input, the kernel, their products, the passes of the array that add them, and every step to the number in memory.</source>
        <translation>一个层的元素背后的一切：输入块、卷积核、它们的乘积、把乘积相加的阵列各遍，以及直到存储器中的数的每一步。</translation>
    </message>
</context>
<context>
    <name>lw::striding::ReportView</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>First tensor</source>
        <translation>第一张量</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Pixels kept</source>
        <translation>保留的像素</translation>
    </message>
    <message>
        <source>Pixels dropped</source>
        <translation>丢弃的像素</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>, the first that is provably exact</source>
        <translation>，第一个可证明精确的模式</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>做法</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Not %1</source>
        <translation>不用 %1</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>错误原因</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>MACs that a stride needs</source>
        <translation>跨步所需的乘加</translation>
    </message>
    <message>
        <source>Instruction rows</source>
        <translation>指令行</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <translation>%1，从 %2 开始</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Clocks of pooling</source>
        <translation>池化的时钟数</translation>
    </message>
    <message>
        <source>Bytes of masks</source>
        <translation>掩码的字节数</translation>
    </message>
    <message>
        <source>Bytes kept to be looked at</source>
        <translation>为查看而保存的字节</translation>
    </message>
    <message>
        <source>Host bytes avoided</source>
        <translation>避免的主机字节</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Rows of the program</source>
        <translation>程序的行数</translation>
    </message>
    <message>
        <source>Unified buffer in use, bytes</source>
        <translation>使用的统一缓冲区字节</translation>
    </message>
    <message>
        <source>Host bytes in between</source>
        <translation>中间经过主机的字节</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Confirmed</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Strided layers</source>
        <translation>带步幅的层</translation>
    </message>
    <message>
        <source>Computed in vain</source>
        <translation>浪费的计算</translation>
    </message>
    <message>
        <source>%1 % of %2 MACs</source>
        <translation>%2 次乘加中的 %1 %</translation>
    </message>
    <message>
        <source>by what was computed from it: %1</source>
        <translation>由用它计算出的值确认：%1</translation>
    </message>
    <message>
        <source>What was decided for each strided layer of a network, why, and what it costs.</source>
        <translation>对网络的每个带步幅的层作了什么决定、为什么、代价多少。</translation>
    </message>
</context>
<context>
    <name>lw::striding::StepChain</name>
    <message>
        <source>sum of the passes</source>
        <translation>各遍之和</translation>
    </message>
    <message>
        <source>+ bias %1</source>
        <translation>+ 偏置 %1</translation>
    </message>
    <message>
        <source>mask %1</source>
        <translation>掩码 %1</translation>
    </message>
    <message>
        <source>second mask %1</source>
        <translation>第二掩码 %1</translation>
    </message>
    <message>
        <source>window %1</source>
        <translation>窗口 %1</translation>
    </message>
    <message>
        <source>/ 2^%1, rounded</source>
        <translation>/ 2^%1，舍入</translation>
    </message>
    <message>
        <source>+ code for 0: %1</source>
        <translation>+ 0 的编码：%1</translation>
    </message>
    <message>
        <source>clamped to int8</source>
        <translation>限制到 int8</translation>
    </message>
    <message>
        <source>What the accumulator holds after the last pass.</source>
        <translation>最后一遍之后累加器中的值。</translation>
    </message>
    <message>
        <source>The bias of this channel. Where codes of the input do not count from 0, it holds what that adds to every sum.</source>
        <translation>此通道的偏置。输入编码不从 0 计数时，它还包含由此给每个和增加的部分。</translation>
    </message>
    <message>
        <source>The activation of the layer, in the vector unit.</source>
        <translation>该层的激活函数，由向量单元计算。</translation>
    </message>
    <message>
        <source>The number of the mask at this pixel, and what it makes of the value.</source>
        <translation>掩码在此像素的数，以及由它得到的值。</translation>
    </message>
    <message>
        <source>One number is left of the window of the stride; its values are in the table.</source>
        <translation>步幅窗口中只留下一个数；窗口的值见表格。</translation>
    </message>
    <message>
        <source>Requantisation: times the multiplier, in 64 bits.</source>
        <translation>重新量化：乘以乘数，64 位。</translation>
    </message>
    <message>
        <source>Requantisation: divided by a power of two, a half goes to the even number.</source>
        <translation>重新量化：除以二的幂，恰为一半时取偶数。</translation>
    </message>
    <message>
        <source>Requantisation: plus the code that stands for 0.</source>
        <translation>重新量化：加上代表 0 的编码。</translation>
    </message>
    <message>
        <source>Requantisation: not below -128, not above 127.</source>
        <translation>重新量化：不小于 -128，不大于 127。</translation>
    </message>
    <message>
        <source>Row %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Not computed yet.</source>
        <translation>尚未算出。</translation>
    </message>
    <message>
        <source>stored nowhere</source>
        <translation>未存储</translation>
    </message>
    <message>
        <source>in memory</source>
        <translation>存储器中</translation>
    </message>
    <message>
        <source>in memory: the same bits</source>
        <translation>存储器中：各位相同</translation>
    </message>
    <message>
        <source>in memory by now: ANOTHER</source>
        <translation>存储器中已是另一个数</translation>
    </message>
    <message>
        <source>Steps from the sum to the element</source>
        <translation>从和到元素的各步</translation>
    </message>
    <message>
        <source>What the circuit has computed is this number, bit by bit.</source>
        <translation>电路算出的正是这个数，各位相同。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Instruction</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>in memory: WRONG, %1 is right</source>
        <translation>存储器中：错误，正确的是 %1</translation>
    </message>
    <message>
        <source>in memory: overwritten</source>
        <translation>存储器中：已被覆盖</translation>
    </message>
    <message>
        <source>It belongs to another image by now: step back.</source>
        <translation>它现在属于另一幅图像：请后退。</translation>
    </message>
    <message>
        <source>Its memory holds another layer&apos;s value by now: step back to compare it.</source>
        <translation>它的存储位置上现在是另一层的值：后退即可比较。</translation>
    </message>
</context>
<context>
    <name>lw::theme::Style</name>
    <message>
        <source>More buttons</source>
        <translation>更多按钮</translation>
    </message>
</context>
<context>
    <name>lw::tiling::ConeCanvas</name>
    <message>
        <source>Layers of the tile, and what the element needs of them</source>
        <translation>图块的各层，以及元素对它们的需要</translation>
    </message>
    <message>
        <source>Drag to move the element, or use the arrow keys</source>
        <translation>拖动可移动元素，也可使用方向键</translation>
    </message>
    <message>
        <source>, phase %1 of %2</source>
        <translation>，相位 %1，共 %2</translation>
    </message>
    <message>
        <source>row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>column</source>
        <translation>列</translation>
    </message>
</context>
<context>
    <name>lw::tiling::ConeView</name>
    <message>
        <source>Back from one element of a tiled output: what it needs of each layer, and what of the tile is right there.</source>
        <translation>从分块输出的一个元素往回看：它需要每一层的哪些部分，以及图块在那里有哪些是正确的。</translation>
    </message>
    <message>
        <source>Layers of the tile</source>
        <translation>图块的各层</translation>
    </message>
    <message>
        <source>Layers of the tile as a table</source>
        <translation>以表格显示图块的各层</translation>
    </message>
    <message>
        <source>Click an element in the view Tiles to see what it needs.</source>
        <translation>在“图块”视图中单击一个元素，即可看到它需要什么。</translation>
    </message>
    <message>
        <source>Element [%1, %2] of tile %3 needs rows %4 and columns %5 of the picture. Filled: right in the tile; hatched: dummy; in the accent colour: needed.</source>
        <translation>图块 %3 的元素 [%1, %2] 需要图像的第 %4 行和第 %5 列。填充：图块中正确的部分；斜线：虚值；强调色：所需的部分。</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Needs rows</source>
        <translation>需要的行</translation>
    </message>
    <message>
        <source>Right rows</source>
        <translation>正确的行</translation>
    </message>
    <message>
        <source>Rows of the tile</source>
        <translation>图块的行</translation>
    </message>
    <message>
        <source>Needs columns</source>
        <translation>需要的列</translation>
    </message>
    <message>
        <source>Right columns</source>
        <translation>正确的列</translation>
    </message>
    <message>
        <source>Columns of the tile</source>
        <translation>图块的列</translation>
    </message>
</context>
<context>
    <name>lw::tiling::OverlapView</name>
    <message>
        <source>everything computed again</source>
        <translation>全部重新计算</translation>
    </message>
    <message>
        <source>columns kept</source>
        <translation>保留列</translation>
    </message>
    <message>
        <source>rows and columns kept</source>
        <translation>保留行和列</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Bytes in</source>
        <translation>输入字节</translation>
    </message>
    <message>
        <source>Bytes out</source>
        <translation>输出字节</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>Peak bytes of the unified buffer</source>
        <translation>统一缓冲区的峰值字节</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>What becomes of what tiles share: computed again by each, or kept for the next one, each way run and beside the others.</source>
        <translation>图块共有的部分如何处理：各自重新计算，或为下一图块保留；每种方式都运行，结果并排列出。</translation>
    </message>
    <message>
        <source>Overlap strategies as a table</source>
        <translation>以表格显示重叠策略</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Open Program</source>
        <translation>打开程序</translation>
    </message>
    <message>
        <source>Open the program of: %1</source>
        <translation>打开此策略的程序：%1</translation>
    </message>
    <message>
        <source>Equal, %1 of %2 elements, to %3.</source>
        <translation>相等：%2 个元素中有 %1 个与%3一致。</translation>
    </message>
    <message>
        <source>Not equal: %1 of %2 elements are as in %3.</source>
        <translation>不相等：%2 个元素中有 %1 个与%3一致。</translation>
    </message>
    <message>
        <source>the untiled circuit</source>
        <translation>不分块的电路</translation>
    </message>
    <message>
        <source>the reference</source>
        <translation>参考实现</translation>
    </message>
    <message>
        <source>%1 as the reference computes them.</source>
        <translation>%1 个与参考实现的计算一致。</translation>
    </message>
    <message>
        <source>%1 are zeros of another sign.</source>
        <translation>其中 %1 个是符号不同的零。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Compare Strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>Without a picture nothing can be run.</source>
        <translation>没有图像就无法运行。</translation>
    </message>
    <message>
        <source>Strategy %1 of %2 is run.</source>
        <translation>正在运行第 %1 个策略，共 %2 个。</translation>
    </message>
    <message>
        <source>The whole picture is computed for comparison.</source>
        <translation>正在计算整幅图像以供比较。</translation>
    </message>
    <message>
        <source>Tiles of %1 x %2.</source>
        <translation>图块大小为 %1 x %2。</translation>
    </message>
    <message>
        <source>Of all tiles</source>
        <translation>全部图块</translation>
    </message>
    <message>
        <source>The plan shares layers, with which nothing is kept: here circuits share the input, also in the programs that are opened.</source>
        <translation>计划共享层，这时不保留任何内容：这里的电路共享输入，打开的程序也是如此。</translation>
    </message>
</context>
<context>
    <name>lw::tiling::RingView</name>
    <message>
        <source>What a tile computes of a layer beside what the whole picture has there: inside it is the same, in the ring around it is not.</source>
        <translation>图块算出的某一层与整幅图像在该处的值对照：内部相同，周围一圈则不同。</translation>
    </message>
    <message>
        <source>The layer that is shown</source>
        <translation>所显示的层</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>The channel that is shown</source>
        <translation>所显示的通道</translation>
    </message>
    <message>
        <source>channel </source>
        <translation>通道 </translation>
    </message>
    <message>
        <source>Only planned: without a picture nothing can be run.</source>
        <translation>仅有计划：没有图像就无法运行。</translation>
    </message>
    <message>
        <source>The circuit has no tile now: it only hands on what others need.</source>
        <translation>该电路现在没有图块：它只转发其他电路所需的数据。</translation>
    </message>
    <message>
        <source>on the circuit</source>
        <translation>电路上</translation>
    </message>
    <message>
        <source>in the tile</source>
        <translation>图块中</translation>
    </message>
    <message>
        <source>in the whole picture</source>
        <translation>整幅图像中</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Tile %1, layer %2: %3 of %4 pixels are right, the others dummy.</source>
        <translation>图块 %1，层 %2：%4 个像素中 %3 个正确，其余为虚值。</translation>
    </message>
    <message>
        <source>The program does not name where it has this layer: its memory is another one&apos;s.</source>
        <translation>程序没有为该层的位置命名：其存储空间属于另一个张量。</translation>
    </message>
    <message>
        <source>The circuit does not have it now: not yet, or not any more. Step, or step back.</source>
        <translation>电路现在没有该层：尚未算出，或已被覆盖。请单步前进或后退。</translation>
    </message>
    <message>
        <source>The circuit has %1 of them by now.</source>
        <translation>电路目前已有其中 %1 个。</translation>
    </message>
    <message>
        <source>As the reference computes it in the tile.</source>
        <translation>由参考实现在图块中算出。</translation>
    </message>
    <message>
        <source>%1 that should be right are not.</source>
        <translation>应当正确的有 %1 个不正确。</translation>
    </message>
    <message>
        <source>Nothing differs from the whole picture.</source>
        <translation>与整幅图像没有差异。</translation>
    </message>
    <message>
        <source>%1 of the dummy ones differ from the whole picture, by at most %2.</source>
        <translation>虚值中有 %1 个与整幅图像不同，最大相差 %2。</translation>
    </message>
    <message>
        <source>The reference computes the layer of the whole picture.</source>
        <translation>参考实现正在计算整幅图像的该层。</translation>
    </message>
    <message>
        <source>As the reference computes it in the whole tile: of that each circuit has a part.</source>
        <translation>为参考实现在整个图块中的计算结果：每个电路只有其中一部分。</translation>
    </message>
    <message>
        <source>Colours end at %1, which 99 of 100 do not exceed.</source>
        <translation>颜色止于 %1，100 个中有 99 个不超过它。</translation>
    </message>
</context>
<context>
    <name>lw::tiling::SizeView</name>
    <message>
        <source>What tiles of every size would cost for a picture: larger is not always better.</source>
        <translation>每种大小的图块处理一幅图像的代价：并非越大越好。</translation>
    </message>
    <message>
        <source>What the curve shows</source>
        <translation>曲线显示的内容</translation>
    </message>
    <message>
        <source>tiles</source>
        <translation>图块数</translation>
    </message>
    <message>
        <source>peak bytes of a tile</source>
        <translation>图块的峰值字节数</translation>
    </message>
    <message>
        <source>work beside the whole picture</source>
        <translation>相对整幅图像的工作量</translation>
    </message>
    <message>
        <source>Sizes of tiles as a table</source>
        <translation>以表格显示图块大小</translation>
    </message>
    <message>
        <source>Tiles of %1: %2 of them, %3 times the MACs of the whole picture, at most %4 bytes in a layer.</source>
        <translation>大小为 %1 的图块：%2 个，乘加次数为整幅图像的 %3 倍，单层最多 %4 字节。</translation>
    </message>
    <message>
        <source>With %1 it takes %2 tiles: here their number falls.</source>
        <translation>大小为 %1 时需要 %2 个图块：图块数在此下降。</translation>
    </message>
    <message>
        <source>It takes as many as with %1, and each does more work.</source>
        <translation>图块数与大小为 %1 时相同，而每个图块的工作更多。</translation>
    </message>
    <message>
        <source>It takes more than with %1, where the picture divides better.</source>
        <translation>比大小为 %1 时需要更多图块，那时图像划分得更好。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Peak bytes</source>
        <translation>峰值字节</translation>
    </message>
    <message>
        <source>MACs</source>
        <translation>乘加</translation>
    </message>
    <message>
        <source>Of the whole</source>
        <translation>相对整幅</translation>
    </message>
    <message>
        <source>Bytes in</source>
        <translation>输入字节</translation>
    </message>
    <message>
        <source>clocks</source>
        <translation>时钟数</translation>
    </message>
    <message>
        <source>a layer reads and gives</source>
        <translation>一层读取和给出的</translation>
    </message>
    <message>
        <source>in the program&apos;s buffer plan</source>
        <translation>程序的缓冲区规划中的</translation>
    </message>
    <message>
        <source>unified buffer: %1 bytes</source>
        <translation>统一缓冲区：%1 字节</translation>
    </message>
    <message>
        <source>the array busy all the time</source>
        <translation>阵列始终忙碌</translation>
    </message>
    <message>
        <source>the host interface busy all the time</source>
        <translation>主机接口始终忙碌</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>建模</translation>
    </message>
    <message>
        <source>Its program needs %1 bytes of the unified buffer.</source>
        <translation>其程序需要 %1 字节的统一缓冲区。</translation>
    </message>
    <message>
        <source>Emulated: %1.</source>
        <translation>仿真：%1。</translation>
    </message>
    <message>
        <source>In the buffer</source>
        <translation>在缓冲区中</translation>
    </message>
    <message>
        <source>Modelled clocks</source>
        <translation>建模时钟数</translation>
    </message>
    <message>
        <source>Emulated clocks</source>
        <translation>仿真时钟数</translation>
    </message>
    <message>
        <source>rows and columns of a tile</source>
        <translation>图块的行数与列数</translation>
    </message>
    <message>
        <source>rows and columns of a tile; those below %1 take more than %2 times the least</source>
        <translation>图块的行数与列数；小于 %1 者超过最小值的 %2 倍</translation>
    </message>
    <message>
        <source>the host sends</source>
        <translation>主机发送</translation>
    </message>
    <message>
        <source>With tiles of any size: weights take %1 of %2 bytes of the weight memory, and what is summed at a time is cut to the %3 rows of accumulators.</source>
        <translation>任何大小的图块都一样：权重占权重存储器 %2 字节中的 %1 字节，每次求和的部分按累加器的 %3 行切分。</translation>
    </message>
    <message>
        <source>%1 (log)</source>
        <translation>%1（对数）</translation>
    </message>
    <message>
        <source>the host interface can move in the modelled clocks</source>
        <translation>主机接口在建模时钟数内能传送的字节</translation>
    </message>
    <message>
        <source>The curve is of circuits that share the input, and the plan, with parts of %1, shares layers: it is not on the curve. A click makes a plan that shares layers.</source>
        <translation>曲线针对共享输入的电路，而计划共享层，每部分为 %1：它不在曲线上。单击会制定共享层的计划。</translation>
    </message>
    <message>
        <source>The curve is of tiles that compute again what they share, and the plan, with tiles of %1, keeps it: it is not on the curve. A click makes a plan that keeps it.</source>
        <translation>曲线针对重新计算共有部分的图块，而计划的图块（%1）会保留共有部分：它不在曲线上。单击会制定保留共有部分的计划。</translation>
    </message>
    <message>
        <source>Tiles of %1 are not square: the curve has squares only. Click a size to make a plan for it.</source>
        <translation>%1 的图块不是正方形：曲线只有正方形。单击一个大小即可为它制定计划。</translation>
    </message>
    <message>
        <source>Modelled: %1. The array is busy in %2 % of them or more, the host interface in %3 %.</source>
        <translation>建模：%1。阵列至少在 %2 % 的时钟中忙碌，主机接口在 %3 % 中忙碌。</translation>
    </message>
    <message>
        <source>Mask bytes</source>
        <translation>掩码字节数</translation>
    </message>
    <message>
        <source>bytes that the host sends, with masks</source>
        <translation>主机发送的字节数（含掩码）</translation>
    </message>
    <message>
        <source>Sizes for which tiles would have to be masked are left out (%1): %2.</source>
        <translation>需要加掩码的图块大小已略去（%1 种）：%2。</translation>
    </message>
</context>
<context>
    <name>lw::tiling::TileMapCanvas</name>
    <message>
        <source>Tiles of the picture</source>
        <translation>图像的图块</translation>
    </message>
    <message>
        <source>Without a picture nothing can be run.</source>
        <translation>没有图像就无法运行。</translation>
    </message>
    <message>
        <source>Once all tiles are done, the difference to the whole picture is seen here.</source>
        <translation>全部图块完成后，这里显示与整幅图像的差异。</translation>
    </message>
    <message>
        <source>Run all tiles to see here how far what they give is from the whole picture.</source>
        <translation>运行全部图块，即可在这里看到其结果与整幅图像相差多少。</translation>
    </message>
</context>
<context>
    <name>lw::tiling::TileMapView</name>
    <message>
        <source>A picture of any size on a program for one size: the tiles that it is cut into, which of their elements are right, and what comes out.</source>
        <translation>任意大小的图像在只为一种大小编译的程序上运行：它被切成的图块、图块中哪些元素是正确的，以及得到的结果。</translation>
    </message>
    <message>
        <source>Tiles as a table</source>
        <translation>以表格显示图块</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Size of a tile</source>
        <translation>图块大小</translation>
    </message>
    <message>
        <source>Rows and columns of a tile, such as 64 or 64x48; Return makes the plan</source>
        <translation>图块的行数和列数，如 64 或 64x48；按回车键制定计划</translation>
    </message>
    <message>
        <source>At the picture&apos;s end</source>
        <translation>图像边缘处</translation>
    </message>
    <message>
        <source>What the last tiles do where the picture&apos;s size does not divide: automatic is the cheapest exact one</source>
        <translation>图像大小不能整除时最后的图块如何处理：自动即代价最小的精确方式</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>掩码</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>虚环</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>what tiles give</source>
        <translation>图块给出的内容</translation>
    </message>
    <message>
        <source>what tiles read</source>
        <translation>图块读取的内容</translation>
    </message>
    <message>
        <source>The whole picture (0)</source>
        <translation>整幅图像 (0)</translation>
    </message>
    <message>
        <source>Open Tile</source>
        <translation>打开图块</translation>
    </message>
    <message>
        <source>The program of the tile that is selected, with its part of the picture, in the debugger</source>
        <translation>在调试器中打开所选图块的程序及其对应的图像部分</translation>
    </message>
    <message>
        <source>Run All Tiles</source>
        <translation>运行全部图块</translation>
    </message>
    <message>
        <source>Runs every tile on the emulated circuit, and compares what comes out with the whole picture</source>
        <translation>在仿真电路上运行每个图块，并将结果与整幅图像比较</translation>
    </message>
    <message>
        <source>Enter the size of a tile as 64 or 64x48.</source>
        <translation>请输入图块大小，如 64 或 64x48。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Click an element to select its tile.</source>
        <translation>单击一个元素以选择它的图块。</translation>
    </message>
    <message>
        <source>Rows are</source>
        <translation>行类型</translation>
    </message>
    <message>
        <source>Columns are</source>
        <translation>列类型</translation>
    </message>
    <message>
        <source>Reads rows</source>
        <translation>读取的行</translation>
    </message>
    <message>
        <source>Reads columns</source>
        <translation>读取的列</translation>
    </message>
    <message>
        <source>Right rows</source>
        <translation>正确的行</translation>
    </message>
    <message>
        <source>Right columns</source>
        <translation>正确的列</translation>
    </message>
    <message>
        <source>Gives rows</source>
        <translation>给出的行</translation>
    </message>
    <message>
        <source>Gives columns</source>
        <translation>给出的列</translation>
    </message>
    <message>
        <source>Beyond the picture</source>
        <translation>图像之外</translation>
    </message>
    <message>
        <source>Debug All Tiles</source>
        <translation>调试全部图块</translation>
    </message>
    <message>
        <source>The program that runs all tiles, in the debugger, where it is stepped both ways; once it is there, to where the selected tile begins</source>
        <translation>在调试器中打开运行全部图块的程序，可向前和向后单步；打开之后，转到所选图块开始之处</translation>
    </message>
    <message>
        <source>Go to Tile</source>
        <translation>转到图块</translation>
    </message>
    <message>
        <source>What tiles share</source>
        <translation>图块共有的内容</translation>
    </message>
    <message>
        <source>Each tile computes what it shares with others by itself, or it is kept for the next tile of a row, and with rows for the tile below</source>
        <translation>每个图块自行计算与其他图块共有的内容，或为同一行的下一图块保留；保留行时也为下方的图块保留</translation>
    </message>
    <message>
        <source>computed again</source>
        <translation>重新计算</translation>
    </message>
    <message>
        <source>columns kept</source>
        <translation>保留列</translation>
    </message>
    <message>
        <source>rows and columns kept</source>
        <translation>保留行和列</translation>
    </message>
    <message>
        <source>Size of a tile: automatic</source>
        <translation>图块大小：自动</translation>
    </message>
    <message>
        <source>Lanewright chooses the size for the machine: of those that fit, the one with which all tiles take the fewest clocks</source>
        <translation>由 Lanewright 按机器选择大小：在能放下的大小中，取全部图块所用时钟最少者</translation>
    </message>
    <message>
        <source>What circuits share</source>
        <translation>电路共享的内容</translation>
    </message>
    <message>
        <source>What circuits of the array send each other: what several of their tiles read of the picture, or the borders of every layer of one tile, each of which has a part</source>
        <translation>阵列中的电路互相发送的内容：多个图块共同读取的图像部分，或同一图块各层的边界（每个电路占该图块的一部分）</translation>
    </message>
    <message>
        <source>input shared</source>
        <translation>共享输入</translation>
    </message>
    <message>
        <source>layers shared</source>
        <translation>共享各层</translation>
    </message>
    <message>
        <source>The output that is shown</source>
        <translation>所显示的输出</translation>
    </message>
    <message>
        <source>The network has several outputs: tiles are shown on this one, and all are run and compared</source>
        <translation>网络有多个输出：图块显示在所选的输出上，所有输出都会运行并比较</translation>
    </message>
    <message>
        <source>difference to the whole picture</source>
        <translation>与整幅图像的差异</translation>
    </message>
    <message>
        <source>The plan stays as it was: %1</source>
        <translation>计划保持不变：%1</translation>
    </message>
    <message>
        <source>Tile %1 (%2): computes rows %3, columns %4; right are rows %5, columns %6; it gives rows %7, columns %8.</source>
        <translation>图块 %1（%2）：计算第 %3 行、第 %4 列；其中正确的是第 %5 行、第 %6 列；给出第 %7 行、第 %8 列。</translation>
    </message>
</context>
<context>
    <name>lw::tiling::TilingView</name>
    <message>
        <source>Open Network...</source>
        <translation>打开网络...</translation>
    </message>
    <message>
        <source>Open a network, and enter the size of a tile or let it be chosen.</source>
        <translation>打开一个网络，并输入图块大小，或让其自动选择。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>lw::tiling::TimeView</name>
    <message>
        <source>When each circuit has which tile, what comes from the host and goes to it, and what circuits send each other.</source>
        <translation>每个电路何时处理哪个图块，主机送来和取走什么，以及电路之间互相发送什么。</translation>
    </message>
    <message>
        <source>Tiles over time</source>
        <translation>图块时间线</translation>
    </message>
    <message>
        <source>Tiles over time as a table</source>
        <translation>图块时间线表格</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Run All Tiles</source>
        <translation>运行全部图块</translation>
    </message>
    <message>
        <source>The host computes a part of this network between programs: there is no one run of all tiles to be seen over time.</source>
        <translation>该网络有一部分由主机在各程序之间计算：没有一次完整的运行可供查看。</translation>
    </message>
    <message>
        <source>Run all tiles to see which clocks each takes.</source>
        <translation>运行全部图块即可查看各图块所用的时钟。</translation>
    </message>
    <message>
        <source>At clock %1 of %2: %3 of %4 tiles done. Click a clock to go there.</source>
        <translation>时钟 %1（共 %2）：%4 个图块已完成 %3 个。单击某个时钟即可前往。</translation>
    </message>
    <message>
        <source>%1 of %2 tiles in %3; circuits have tiles in %4 % of the clocks. Debug All Tiles in the view Tiles, and a click here goes there.</source>
        <translation>%2 个图块完成 %1 个，用了 %3；电路在 %4 % 的时钟中有图块。先在“图块”视图中选择“调试全部图块”，再单击此处即可前往。</translation>
    </message>
    <message>
        <source>tile %1</source>
        <translation>图块 %1</translation>
    </message>
    <message>
        <source>%1, of tile %2</source>
        <translation>%1，图块 %2</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>发往 %1</translation>
    </message>
    <message>
        <source>%1: %2, clocks %3 to %4 (%5).</source>
        <translation>%1：%2，时钟 %3 至 %4（%5）。</translation>
    </message>
    <message>
        <source>Circuit</source>
        <translation>电路</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>The debugger keeps no record of these clocks. Run All Tiles makes one beside it: then a click takes the debugger to any of them.</source>
        <translation>调试器不记录这些时钟。“运行全部图块”会另行记录：之后单击即可让调试器前往其中任意时钟。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Write, run and step programs of neural-network accelerators.</source>
        <translation>编写、运行和单步执行神经网络加速器的程序。</translation>
    </message>
    <message>
        <source>Drive the window from a script, then end.</source>
        <translation>用脚本操作窗口，然后结束。</translation>
    </message>
    <message>
        <source>Programs and networks to open; the first program runs.</source>
        <translation>要打开的程序和网络；第一个程序会运行。</translation>
    </message>
</context>
</TS>
